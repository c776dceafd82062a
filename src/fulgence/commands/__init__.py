"""One file a command, each with `run(options) -> exit code`."""
