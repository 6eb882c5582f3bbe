package pagemark.sql.table;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.Op;
import pagemark.sql.connection.Dialect;

/// The maximum lengths of the tables' keys. They are below DynamoDB's limits, so an item can be too
/// long for an index in SQL. Such an item is reported, and everything else is written.
public record KeyLimits(Dialect dialect) {
  /// The maximum length in bytes of a place, and of an item key, that fits into the keys of every
  /// database, with the other columns of the key. A key of PostgreSQL has up to a third of a page,
  /// one of InnoDB up to 3,072 bytes.
  public static final int PLACE_BYTES_MAX = 2_600;

  /// Why the tables can never hold an op's entry. Null if they can, or if the op has none.
  public @Nullable String refusal(GroupRef group, Op op) {
    Entry entry = op.entry();
    return entry == null ? null : refusal(group, op.item(), entry).orElse(null);
  }

  public Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
    if (!holds(group)) {
      return tooLong("the group's name", GroupTable.name(group).length(), dialect.groupBytesMax);
    }
    if (!holds(item)) {
      return tooLong("the item's key", item.length(), PLACE_BYTES_MAX);
    }
    return holds(entry.position())
        ? Optional.empty()
        : tooLong(
            "the item's sort value and key", Place.of(entry.position()).length(), PLACE_BYTES_MAX);
  }

  private static Optional<String> tooLong(String what, int bytes, int bytesMax) {
    return Optional.of(
        "%s takes %,d bytes; an index in SQL holds up to %,d".formatted(what, bytes, bytesMax));
  }

  public boolean holds(GroupRef group) {
    return GroupTable.name(group).length() <= dialect.groupBytesMax;
  }

  public boolean holds(Bytes item) {
    return item.length() <= PLACE_BYTES_MAX;
  }

  public boolean holds(Position position) {
    return Place.of(position).length() <= PLACE_BYTES_MAX;
  }
}
