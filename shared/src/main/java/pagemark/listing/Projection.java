package pagemark.listing;

import java.util.List;

/// The attributes of an item that a secondary index carries.
public sealed interface Projection {
  record All() implements Projection {}

  record Keys() implements Projection {}

  record Only(List<String> attributes) implements Projection {
    public Only {
      attributes = List.copyOf(attributes);
    }
  }
}
