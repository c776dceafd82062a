import sys

from fulgence.cli import main

sys.exit(main())
