package pagemark.entry;

/// What an index stores about an item in a group: its cell and its position.
public record Entry(Cell cell, Position position) {}
