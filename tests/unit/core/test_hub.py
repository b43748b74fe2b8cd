"""If these fail, live views miss what happens, or one slow browser tab fills the server's memory."""

import asyncio

from toolcrib.core.hub import Hub


async def test_every_subscriber_of_a_topic_gets_every_message_in_order() -> None:
    hub: Hub[str, int] = Hub()
    with hub.subscribe("a") as one, hub.subscribe("a") as two, hub.subscribe("b") as other:
        hub.publish("a", [1, 2])
        hub.publish("a", [3])

        assert await one.receive(5) == (1, 2, 3)
        assert await two.receive(5) == (1, 2, 3)
        assert await other.receive(0.01) == ()


async def test_a_thousand_subscribers_lose_nothing() -> None:
    hub: Hub[str, int] = Hub()

    async def read(numbers: list[int]) -> list[int]:
        with hub.subscribe("a") as inbox:
            ready.release()
            while len(numbers) < 100:
                numbers.extend(await inbox.receive(5))
        return numbers

    ready = asyncio.Semaphore(0)
    readers = [asyncio.create_task(read([])) for _ in range(1000)]
    for _ in readers:
        await ready.acquire()
    for number in range(100):
        hub.publish("a", [number])
        await asyncio.sleep(0)

    assert await asyncio.gather(*readers) == [list(range(100))] * 1000


async def test_a_subscriber_that_does_not_keep_up_is_told_to_look_for_itself() -> None:
    hub: Hub[str, int] = Hub()
    with hub.subscribe("a", capacity=3) as slow:
        for number in range(1000):
            hub.publish("a", [number])

        assert await slow.receive(5) == ()
        hub.publish("a", [1000])
        assert await slow.receive(5) == (1000,)


async def test_a_hint_wakes_a_subscriber_at_once() -> None:
    hub: Hub[str, int] = Hub()
    with hub.subscribe("a") as inbox:
        hub.publish("a")

        async with asyncio.timeout(1):
            assert await inbox.receive(60) == ()


async def test_a_topic_is_forgotten_with_its_last_subscriber() -> None:
    hub: Hub[str, int] = Hub()
    with hub.subscribe("a"):
        assert hub.has_subscribers("a")

    assert not hub.has_subscribers("a")
