"""The port that a server listens on and its clients try, unless another is given."""

DEFAULT_PORT = 8642
