package pagemark.tree.node;

import pagemark.entry.Group;
import pagemark.index.GroupRef;

/// The names of a group, which its root keeps for inspections. Its key has only their hash.
public record GroupName(String listing, String group) {
  public static GroupName of(GroupRef group) {
    return new GroupName(group.listing(), group.group().text());
  }

  public GroupRef ref(String generation) {
    return new GroupRef(generation, listing, new Group(group));
  }
}
