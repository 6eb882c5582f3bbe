package pagemark.key;

/// What an index holds of one item in one group.
public record Entry(Cell cell, Position position) {}
