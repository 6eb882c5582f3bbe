package pagemark.audit;

import pagemark.index.GroupRef;
import pagemark.key.Group;
import pagemark.state.Generation;

/// Makes references to groups of a generation.
final class Refs {
  private Refs() {}

  static GroupRef of(Generation generation, Group group) {
    return new GroupRef(generation.id(), generation.listing(), group);
  }
}
