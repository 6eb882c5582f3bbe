package pagemark.listing;

import java.util.List;

/// The attributes that a page shows of each item.
public sealed interface Attributes {
  record All() implements Attributes {}

  record Only(List<String> names) implements Attributes {
    public Only {
      names = List.copyOf(names);
    }
  }
}
