"""Ask the server for many digits at once; needs nothing but Python.

python client.py http://127.0.0.1:8000
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.request import Request, urlopen

#: Three pictures of 8x8 pixels, darker from left to right in this row of characters.
INK = " .+#"
PICTURES = {
    0: """
  .##+
  #+.##
 .#   #.
 +#   #+
 +#   #+
 .#.  #+
  #+.##.
  .##+
""",
    1: """
    +#.
   +##.
  +###
   .##
    ##.
    ##.
   .##.
    +#+
""",
    7: """
  +####.
  +++##.
     #+
    +#.
  +####+
   +#+.
   ##
   #+
""",
}


def pixels(picture: str) -> list[list[float]]:
    """A picture as rows of numbers in 0..1."""
    rows = picture.strip("\n").split("\n")
    return [[INK.index(character) / (len(INK) - 1) for character in row.ljust(8)] for row in rows]


def ask(server: str, picture: str) -> dict[str, Any]:
    """The server's answer for one picture."""
    body = json.dumps({"pixels": pixels(picture)}).encode()
    request = Request(f"{server}/digit", body, {"Content-Type": "application/json"})  # noqa: S310
    with urlopen(request, timeout=30) as response:  # noqa: S310
        answer: dict[str, Any] = json.load(response)
    return answer


def main(server: str) -> int:
    """Ask for each picture twenty times from sixteen threads; 1 if an answer is wrong."""
    wanted = list(PICTURES) * 20
    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda digit: ask(server, PICTURES[digit]), wanted))
    for digit, answer in zip(PICTURES, answers, strict=False):
        print(f"a {digit} is a {answer['digit']}, with probability {max(answer['probabilities']):.3f}")
    with urlopen(f"{server}/health", timeout=30) as response:  # noqa: S310
        state = json.load(response)
    print(f"{len(answers)} images in {state['batches']} batches; jax on the server: {state['jax']}")
    return 0 if [answer["digit"] for answer in answers] == wanted else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
