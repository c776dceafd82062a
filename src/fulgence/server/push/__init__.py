"""Web push: notices to players who are not looking, through the push services of their browsers."""
