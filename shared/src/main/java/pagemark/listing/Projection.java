package pagemark.listing;

import java.util.List;

/// What a GSI carries of an item.
public sealed interface Projection {
  record All() implements Projection {}

  record Keys() implements Projection {}

  record Only(List<String> attributes) implements Projection {
    public Only {
      attributes = List.copyOf(attributes);
    }
  }
}
