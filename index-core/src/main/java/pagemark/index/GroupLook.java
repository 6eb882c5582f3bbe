package pagemark.index;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;

/// Asks for the registers of items of one group.
public record GroupLook(GroupRef group, List<Item> items) {
  public GroupLook {
    items = List.copyOf(items);
  }

  /// Asks for one register.
  ///
  /// @param item the item key
  /// @param entry the entry to look for; null to get only the item's fence. A store that keeps
  ///   fences by place has none for an item, and answers with the fence of the entry's position
  public record Item(Bytes item, @Nullable Entry entry) {}
}
