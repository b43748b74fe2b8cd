"""`python -m toolcrib` is `toolcrib`."""

import sys

from toolcrib.cli import main

sys.exit(main())
