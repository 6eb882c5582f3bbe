package pagemark.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.entry.Sha256;
import pagemark.key.EpochSort;
import pagemark.key.GroupKey;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.key.Sort;

/// A table's items in one sort, as `listings.json` defines it. The sorts of one entry of that file
/// are listings of their own for indexes, rebuilds, audits and repairs. Readers choose among them.
///
/// @param name `orders`; for a sort that is not the first, `orders@total`
/// @param path the first segment of its URLs, `orders`
/// @param sort the sort's name, `total`; null if the entry has no named ones
/// @param accesses what can be queried in the listing's order: first its own index or table, then
///   indexes whose partitions separate a group's items by filter values. Empty if items can only be
///   read by key
/// @param groupClaim the JWT claim that must equal the group, or its first part; null if everyone
///   may read every group
public record Listing(
    String name,
    String path,
    @Nullable String sort,
    IndexDefinition definition,
    List<Access> accesses,
    Order order,
    PageSize pageSize,
    Attributes attributes,
    @Nullable String groupClaim) {
  public Listing {
    accesses = List.copyOf(accesses);
  }

  private static final int NAME_LENGTH_MAX = 63;
  private static final int SAFE_LENGTH_MAX = 46;

  /// How many groups an order by expiry has, so that no group takes the writes of a whole table.
  private static final int BUCKETS = 64;

  /// An order by expiry: all items of a table that will ever expire, by when they do. It is a
  /// listing of its own for indexes, rebuilds, audits and repairs, which no request reaches. Sweeps
  /// find by it what has expired, and remove it from the order last.
  ///
  /// @param of a listing of the table; all of them have the same order
  public static Listing byExpiry(IndexDefinition of, Expiry expires) {
    PositionCodec positions =
        new PositionCodec(
            GroupKey.hashed(BUCKETS),
            Sort.by(expires.attribute(), EpochSort.SECONDS),
            of.positions().key().stream()
                .sorted(Comparator.comparing(KeyAttribute::name))
                .toList());
    IndexDefinition definition =
        new IndexDefinition(
            of.table(),
            positions,
            List.of(),
            List.of(),
            List.of(),
            null,
            IndexDefinition.KEY_FORMAT);
    return new Listing(
        nameByExpiry(of.table(), expires.attribute()),
        "",
        null,
        definition,
        List.of(),
        Order.ASCENDING,
        PageSize.DEFAULT,
        new Attributes.All(),
        null);
  }

  /// The name of an order by expiry, such as `@posts.ttl`: up to 64 characters that every store
  /// takes in its keys. No listing of `listings.json` has such a name.
  private static String nameByExpiry(String table, String attribute) {
    String plain = table + "." + attribute;
    if (plain.matches("[A-Za-z0-9_.-]{1,%d}".formatted(NAME_LENGTH_MAX))) {
      return "@" + plain;
    }
    String safe = plain.replaceAll("[^A-Za-z0-9_.-]", "_");
    String hash = HexFormat.of().formatHex(Sha256.of(plain.getBytes(UTF_8)), 0, 8);
    return "@%s.%s".formatted(safe.substring(0, Math.min(SAFE_LENGTH_MAX, safe.length())), hash);
  }

  /// The same listing by another definition of its table, group and key. If that has another sort
  /// or other filters, its pages are read by key, because no Query may have that order.
  public Listing by(IndexDefinition other) {
    boolean isQueried =
        definition.positions().equals(other.positions())
            && definition.filters().equals(other.filters());
    return new Listing(
        name,
        path,
        sort,
        other,
        isQueried ? accesses : List.of(),
        order,
        pageSize,
        attributes,
        groupClaim);
  }

  /// Whether no Query has the listing's order, so that each item of a page is read by its key.
  public boolean isReadByKey() {
    return accesses.isEmpty();
  }

  /// Whether readers get this sort if they choose none.
  public boolean isDefault() {
    return name.equals(path);
  }
}
