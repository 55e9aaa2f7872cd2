"""What experiments share: work that is handed out, games between players, errors of counted figures, and pages."""
