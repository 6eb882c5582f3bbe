package pagemark.listing;

import java.util.List;

/// Which attributes of an item a page shows.
public sealed interface Attributes {
  record All() implements Attributes {}

  record Only(List<String> names) implements Attributes {
    public Only {
      names = List.copyOf(names);
    }
  }
}
