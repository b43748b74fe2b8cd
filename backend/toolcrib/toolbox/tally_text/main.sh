# Counts how often each word, line or value of a column occurs in a text. Needs grep and the coreutils.
set -euo pipefail
cd "$TMPDIR"

# grep, for which finding nothing is no failure.
matching() {
  grep "$@" || [[ $? == 1 ]]
}

units() {
  case $INPUT_BY in
    word) matching -oE "[[:alnum:]]+(['’_-][[:alnum:]]+)*" ;;
    line) cat ;;
    column) cut -s -d "$INPUT_SEPARATOR" -f "$INPUT_COLUMN" ;;
  esac
}

text=$INPUT_TEXT
if [[ $INPUT_IGNORE_CASE == true ]]; then
  text=${text,,}
fi

# Of the control characters only tabs and line ends are kept: a CR would make two of one value.
printf '%s\n' "$text" | tr -d '\001-\010\013-\037\177' | units | matching '[^[:space:]]' | sort | uniq -c > counted
sort -k 1,1nr -k 2 counted > ranked

total=0
distinct=0
while read -r count _; do
  total=$((total + count))
  distinct=$((distinct + 1))
done < counted

printf '{"total": %d, "distinct": %d, "top": [' "$total" "$distinct"
comma=''
while IFS= read -r row; do
  row=${row#"${row%%[! ]*}"} # uniq puts spaces before its counts
  value=${row#* }
  value=${value//\\/\\\\}
  value=${value//\"/\\\"}
  printf '%s{"value": "%s", "count": %d}' "$comma" "${value//$'\t'/\\t}" "${row%% *}"
  comma=', '
done < <(head -n "$INPUT_LIMIT" ranked)
printf ']}\n'
