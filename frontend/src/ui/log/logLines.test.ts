import { describe, expect, it } from 'vitest';
import { LogBuffer, plainText } from './logLines';

const linesOf = (buffer: LogBuffer) => buffer.text().lines.map(({ text }) => text);

describe('LogBuffer', () => {
  it('joins a line that arrives in pieces', () => {
    const buffer = new LogBuffer();
    buffer.append('STDOUT', 'hel');
    expect(linesOf(buffer)).toEqual(['hel']);
    buffer.append('STDOUT', 'lo\nwor');
    buffer.append('STDOUT', 'ld\n');
    expect(linesOf(buffer)).toEqual(['hello', 'world']);
  });

  it('keeps empty lines, which separate things for whoever reads', () => {
    const buffer = new LogBuffer();
    buffer.append('STDOUT', 'a\n\n\nb\n');
    expect(linesOf(buffer)).toEqual(['a', '', '', 'b']);
  });

  it("doesn't let stderr tear an unfinished line of stdout apart", () => {
    const buffer = new LogBuffer();
    buffer.append('STDOUT', 'total: ');
    buffer.append('STDERR', 'warning\n');
    buffer.append('STDOUT', '42\n');
    expect(buffer.text().lines).toEqual([
      { number: 1, stream: 'STDOUT', text: 'total: 42' },
      { number: 2, stream: 'STDERR', text: 'warning' },
    ]);
  });

  it('shows the last state of a progress bar, however it was cut into pieces', () => {
    const buffer = new LogBuffer();
    for (const piece of ['10%', '\r20', '%\r3', '0%', '\r\n', 'done\n'])
      buffer.append('STDOUT', piece);
    expect(linesOf(buffer)).toEqual(['30%', 'done']);
  });

  it('goes on in the next row when a line is far too long to draw', () => {
    const buffer = new LogBuffer();
    buffer.append('STDOUT', `${'x'.repeat(9_000)}\nend\n`);
    expect(linesOf(buffer).map(({ length }) => length)).toEqual([4_000, 4_000, 1_000, 3]);
  });

  it('keeps a bounded number of lines and says how many it let go', () => {
    const buffer = new LogBuffer(100);
    for (let number = 1; number <= 1_000; number++) buffer.append('STDOUT', `${number}\n`);
    const { lines, dropped } = buffer.text();
    expect(lines.length).toBeLessThanOrEqual(110);
    expect(dropped + lines.length).toBe(1_000);
    expect(lines.at(-1)).toMatchObject({ number: 1_000, text: '1000' });
  });
});

describe('plainText', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b[1;38;5;208mbold\u001b[m and \u001b[2Kmore', 'bold and more'],
    ['\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007', 'link'],
    ['tab\tstays', 'tab\tstays'],
    ['bell\u0007 and nul\u0000', 'bell\ufffd and nul\ufffd'],
    ['windows\r', 'windows'],
  ])('%j is drawn as %j', (raw, plain) => expect(plainText(raw)).toBe(plain));
});
