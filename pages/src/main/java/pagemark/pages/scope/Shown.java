package pagemark.pages.scope;

import java.util.List;
import pagemark.index.PageQuery;
import pagemark.listing.Attributes;
import pagemark.listing.Listing;

/// Which attributes a page shows of each item. One cursor serves all of these.
public sealed interface Shown {
  /// The attributes that the listing shows.
  record Listed() implements Shown {}

  /// Some of these. The same is read from the table.
  ///
  /// @param names at least one, all different
  record Fields(List<String> names) implements Shown {
    public Fields {
      names = List.copyOf(names);
    }
  }

  /// What the index holds of the item: its key, and sort values of types whose positions hold them
  /// whole. The table is not read, so an item may be gone, have moved, or have expired.
  record Keys() implements Shown {
    public static final int SIZE_MAX = PageQuery.COUNT_MAX;
  }

  default Attributes attributes(Listing listing) {
    return this instanceof Fields(var names) ? new Attributes.Only(names) : listing.attributes();
  }

  /// How many items a page may have.
  default int sizeMax(Listing listing) {
    return this instanceof Keys ? Keys.SIZE_MAX : listing.pageSize().max();
  }
}
