package pagemark.listing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.folding.Folding;
import pagemark.key.GroupKey;
import pagemark.key.GroupKey.GroupPart;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.listing.Filter.OpenFilter;
import pagemark.listing.Filter.OpenFilter.OpenValue;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The part of a listing that its index depends on. A generation of an index belongs to exactly one
/// definition: a changed definition needs a new generation.
///
/// @param keyFormat the version of the index's format (`docs/internals/key-format.md`)
/// @param where the conditions; an item is in the listing only if it meets all of them
/// @param filters those with declared values, which make the cells
/// @param open those without; each of their values is a group within the item's own one
/// @param expires when items expire; null if they never do
public record IndexDefinition(
    String table,
    PositionCodec positions,
    List<Condition> where,
    List<Filter> filters,
    List<OpenFilter> open,
    @Nullable Expiry expires,
    int keyFormat) {
  /// The most groups that an item may be in, those within others included.
  public static final int GROUPS_MAX = 100;

  /// The one format that this code reads and writes. The index of another one is rebuilt.
  public static final int KEY_FORMAT = 7;

  /// The same for messages, with the one folding of texts.
  public static final String FORMAT =
      "key format %d, folding %d".formatted(KEY_FORMAT, Folding.NUMBER);

  /// More groups than anyone needs to be told.
  private static final long TOO_MANY = 1_000_000_000;

  public IndexDefinition {
    where = List.copyOf(where);
    filters = List.copyOf(filters);
    open = List.copyOf(open);
  }

  /// Whether this code knows the key format of the index, and folds texts as it was built. If not,
  /// it must neither read nor write the index.
  public boolean isOfThisFormat() {
    return keyFormat == KEY_FORMAT
        && positions.sort().parts().stream().allMatch(part -> part.type().isOfThisFormat());
  }

  /// A copy for an index of another format.
  public IndexDefinition ofFormat(int other) {
    return new IndexDefinition(table, positions, where, filters, open, expires, other);
  }

  public GroupKey group() {
    return positions.group();
  }

  /// Says where `item` belongs until it expires. This is a pure function and the only one that
  /// decides: the stream, rebuilds, audits and page reads all call it.
  ///
  /// The sample's comment `{PK: "rita", PK2: "DAFT_PUNK_TSHIRT", SK: "2024-05-01 00:00"}` is
  /// `Indexed({DAFT_PUNK_TSHIRT}, (cell, (1714521600, "rita")))`.
  public Indexable indexable(Map<String, AttributeValue> item) {
    if (!group().isIn(item) || !positions.sort().isIn(item) || isNeverDue(item)) {
      return new Absent();
    }
    try {
      for (Condition condition : where) {
        if (!condition.holds(item)) {
          return new Absent();
        }
      }
      Set<Group> groups = groups(item);
      return groups.isEmpty()
          ? new Absent()
          : new Indexed(groups, new Entry(cell(item), positions.position(item)));
    } catch (UnfitException e) {
      return new Poison(e.reason());
    }
  }

  /// The groups of an item, and within each of them those of its values of open filters.
  private Set<Group> groups(Map<String, AttributeValue> item) throws UnfitException {
    if (isOrderByExpiry()) {
      return Set.of(group().hashed(positions.itemKey(item)));
    }
    List<Set<String>> parts = group().partTexts(item);
    Map<OpenFilter, Set<String>> values = new LinkedHashMap<>();
    for (OpenFilter filter : open) {
      values.put(filter, filter.texts(item));
    }
    long count =
        parts.stream().mapToLong(Set::size).reduce(1, (a, b) -> Math.min(a * b, TOO_MANY))
            * (1 + values.values().stream().mapToLong(Set::size).sum());
    if (count > GROUPS_MAX) {
      throw new UnfitException(
          "the item would be in %s groups; the maximum is %d"
              .formatted(count < TOO_MANY ? Long.toString(count) : "too many", GROUPS_MAX));
    }
    Set<Group> groups = new LinkedHashSet<>();
    for (List<String> texts : combinations(parts)) {
      groups.add(group(texts, null));
      values.forEach(
          (filter, each) ->
              each.forEach(text -> groups.add(group(texts, new OpenValue(filter, text)))));
    }
    return groups;
  }

  /// Each list that has one text of each part, in the order of the parts.
  static List<List<String>> combinations(List<? extends Collection<String>> parts) {
    List<List<String>> combinations = List.of(List.of());
    for (Collection<String> part : parts) {
      List<List<String>> longer = new ArrayList<>();
      for (List<String> begin : combinations) {
        part.forEach(text -> longer.add(Stream.concat(begin.stream(), Stream.of(text)).toList()));
      }
      combinations = longer;
    }
    return combinations;
  }

  /// A group of the index.
  ///
  /// @param texts the parts of its name, as many as the listing's group has
  /// @param value of an open filter, whose items within that group are meant; null for all of them
  public Group group(List<String> texts, @Nullable OpenValue value) {
    return value == null
        ? group().named(texts)
        : group().within(texts, value.filter().name(), value.text());
  }

  /// Whether an item can have several entries: one for each element of its group, and one for each
  /// value of an open filter.
  public boolean hasSeveralEntries() {
    return !open.isEmpty() || group().parts().stream().anyMatch(GroupPart::each);
  }

  /// The names of all filters, those with declared values first.
  public List<String> filterNames() {
    return Stream.concat(filters.stream().map(Filter::name), open.stream().map(OpenFilter::name))
        .toList();
  }

  /// Whether this is an order by expiry ([Listing#byExpiry]). Its items do not leave it by
  /// themselves when they expire.
  public boolean isOrderByExpiry() {
    return group().buckets() > 0;
  }

  private boolean isNeverDue(Map<String, AttributeValue> item) {
    return isOrderByExpiry() && due().at(item).isEmpty();
  }

  /// When the items of an order by expiry are due.
  public Expiry due() {
    return new Expiry(positions.sort().parts().getFirst().path().attribute());
  }

  /// Whether an item has expired, so that pages do not show it, wherever it belongs.
  public boolean isExpired(Map<String, AttributeValue> item, Instant now) {
    return Expiry.isOver(expires, item, now);
  }

  /// The definition as JSON, with the fields of `listings.json`. Equal definitions have equal
  /// texts.
  public String json() {
    return DefinitionJson.write(this);
  }

  private Cell cell(Map<String, AttributeValue> item) throws UnfitException {
    if (filters.isEmpty()) {
      return Cell.WHOLE;
    }
    StringJoiner ordinals = new StringJoiner(".");
    for (Filter filter : filters) {
      ordinals.add(Integer.toString(filter.ordinal(item)));
    }
    return new Cell(ordinals.toString());
  }

  /// The attributes that a read needs to find an item's position and cell: group, sort, key,
  /// filters, conditions and expiry. Scans, audits and pages read these.
  public Set<String> placingAttributes() {
    Set<String> names = new LinkedHashSet<>(group().attributes());
    positions.sort().parts().forEach(part -> names.add(part.path().attribute()));
    positions.key().forEach(key -> names.add(key.name()));
    filters.forEach(filter -> names.add(filter.path().attribute()));
    open.forEach(filter -> names.add(filter.path().attribute()));
    where.forEach(condition -> names.add(condition.path().attribute()));
    if (expires != null) {
      names.add(expires.attribute());
    }
    return names;
  }

  /// Every cell that a group can have, at most 512. Empty if the listing has no filters.
  public List<Cell> cells() {
    return filters.isEmpty() ? List.of() : Selection.whole(this).cells();
  }
}
