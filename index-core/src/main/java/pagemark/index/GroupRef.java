package pagemark.index;

import pagemark.entry.Group;

/// A group of one listing in one generation of its index.
public record GroupRef(String generation, String listing, Group group) {}
