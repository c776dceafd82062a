"""The game without a server: what runs inside the worker of a browser (Pyodide)."""
