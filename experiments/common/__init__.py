"""What experiments share: running work in processes, games between players, and errors of counted figures."""
