package pagemark.list;

import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A change of one item, as its source tells it. There is none without the item as it was before:
/// nobody could remove that from the index.
///
/// @param before null if the item was created
/// @param after null if the item was deleted
/// @param version rises with each change of the item, a deletion too; at most 40 digits
/// @param time when the source made the change, by a clock that is right within five minutes
public record Change(
    @Nullable ListItem before, @Nullable ListItem after, long version, Instant time) {
  public Change {
    boolean isOfOne =
        Stream.of(before, after)
                .filter(Objects::nonNull)
                .map(item -> Objects.requireNonNull(item).key())
                .distinct()
                .count()
            == 1;
    if (!isOfOne) {
      throw new IllegalArgumentException(
          "a change has the key of one item, as it was before or is after");
    }
    if (version < 0) {
      throw new IllegalArgumentException("the version is %d; valid: from 0".formatted(version));
    }
  }

  public static Change created(ListItem after, long version, Instant time) {
    return new Change(null, after, version, time);
  }

  public static Change updated(ListItem before, ListItem after, long version, Instant time) {
    return new Change(before, after, version, time);
  }

  public static Change deleted(ListItem before, long version, Instant time) {
    return new Change(before, null, version, time);
  }
}
