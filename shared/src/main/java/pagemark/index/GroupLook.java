package pagemark.index;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.key.Bytes;
import pagemark.key.Entry;

/// Asks for registers of one group.
public record GroupLook(GroupRef group, List<Item> items) {
  public GroupLook {
    items = List.copyOf(items);
  }

  /// One register.
  ///
  /// @param item the item key
  /// @param entry one that it may have; null where only the fence is asked for
  public record Item(Bytes item, @Nullable Entry entry) {}
}
