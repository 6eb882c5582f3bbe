package pagemark.key;

import java.util.List;
import pagemark.key.GroupKey.GroupPart;

/// Makes what tells groups apart.
public final class Groups {
  private Groups() {}

  /// Groups by one attribute, whose whole value is the name.
  public static GroupKey by(KeyAttribute attribute) {
    GroupPart part = new GroupPart(AttributePath.of(attribute.name()), attribute.type(), "", false);
    return new GroupKey(List.of(part), false);
  }
}
