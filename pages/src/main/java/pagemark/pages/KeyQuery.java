package pagemark.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Group;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.request.GroupText.ItemText;
import pagemark.pages.result.Items;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Start;

/// Asks for items by their keys. It needs no index.
public final class KeyQuery {
  /// How many items a question names at most.
  public static final int KEYS_MAX = 100;

  private final Pages pages;
  private final Listing listing;
  private final @Nullable Group group;
  private final List<Start.Item> keys;

  /// @param group null for items of all groups
  KeyQuery(Pages pages, Listing listing, @Nullable Group group, List<List<String>> keys) {
    if (keys.isEmpty() || keys.size() > KEYS_MAX) {
      throw new InvalidParameter(
          "key", keys.size() + " keys", "the keys of 1 to %d items".formatted(KEYS_MAX));
    }
    this.pages = pages;
    this.listing = listing;
    this.group = group;
    this.keys =
        keys.stream()
            .map(key -> ItemText.item(listing.definition().positions().key(), "key", key))
            .toList();
  }

  public Listing listing() {
    return listing;
  }

  /// How many items are asked for, 1 to [#KEYS_MAX].
  public int size() {
    return keys.size();
  }

  /// Reads the items consistently, in one round trip unless keys are throttled.
  public Items read() {
    return read(Room.ENDLESS);
  }

  /// The same for an answer that holds no more than `room`; [Items#fitting] says how many have it.
  public Items read(Room room) {
    return pages.items(listing, group, keys, room);
  }
}
