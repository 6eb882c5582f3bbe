package pagemark.listing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributeType;
import pagemark.key.Group;
import pagemark.key.KeyAttribute;
import pagemark.listing.TemplatePart.Bucket;
import pagemark.listing.TemplatePart.GroupName;
import pagemark.listing.TemplatePart.Literal;
import pagemark.listing.TemplatePart.Shard;
import pagemark.listing.TemplatePart.Value;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The partitions of a table or index that hold the items of a group: one, named as the group, or
/// several, named by a template such as `SHARD#{shard}#{group}`. The application writes the name
/// into each item; here it is only computed, to be queried.
public final class Partitions {
  /// How many partitions [#names] gives at most.
  public static final int NAMES_MAX = 512;

  /// DynamoDB's limit on a partition key, in bytes.
  private static final int BYTES_MAX = 2048;

  private final KeyAttribute attribute;
  private final List<TemplatePart> parts;

  private Partitions(KeyAttribute attribute, List<TemplatePart> parts) {
    this.attribute = attribute;
    this.parts = parts;
  }

  /// @param attribute the partition key
  static Partitions of(KeyAttribute attribute, List<TemplatePart> parts) {
    return new Partitions(attribute, List.copyOf(parts));
  }

  /// A partition for each group.
  static Partitions byGroup(KeyAttribute group) {
    return new Partitions(group, List.of(new GroupName()));
  }

  /// The partition key: the group attribute, or a string that the template names.
  public KeyAttribute attribute() {
    return attribute;
  }

  /// The partition key's value in the partition `name`.
  public AttributeValue value(String name) {
    return attribute.value(new Group(name));
  }

  /// The filters that the template names.
  public List<Filter> filters() {
    List<Filter> filters = new ArrayList<>();
    for (TemplatePart part : parts) {
      if (part instanceof Value(var filter)) {
        filters.add(filter);
      }
    }
    return filters;
  }

  /// Whether a query of these partitions can meet every item of a selection: each filter of the
  /// template is asked for some declared values, without `other`, and names are unambiguous and not
  /// too long.
  public boolean serve(Group group, Selection selection) {
    return parts.stream().allMatch(part -> serves(part, selection))
        && isUnambiguous(group)
        && (attribute.type() != AttributeType.STRING || bytesMax(group) <= BYTES_MAX);
  }

  private static boolean serves(TemplatePart part, Selection selection) {
    return switch (part) {
      case Value(var filter) -> !choice(filter, selection).ordinals().contains(0);
      case Literal _, GroupName _, Shard _, Bucket _ -> true;
    };
  }

  private static Choice choice(Filter filter, Selection selection) {
    return selection.choices().stream()
        .filter(choice -> choice.filter().equals(filter))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no choice of filter " + filter.name()));
  }

  /// The group holds no character with which the name goes on to another placeholder.
  private boolean isUnambiguous(Group group) {
    int at = parts.indexOf(new GroupName());
    boolean isLast = at < 0 || at + 2 >= parts.size();
    return isLast
        || !(parts.get(at + 1) instanceof Literal(var text))
        || group.text().indexOf(text.codePointAt(0)) < 0;
  }

  private int bytesMax(Group group) {
    return parts.stream().mapToInt(part -> bytesMax(part, group)).sum();
  }

  private static int bytesMax(TemplatePart part, Group group) {
    return switch (part) {
      case Literal(var text) -> bytes(text);
      case GroupName() -> bytes(group.text());
      case Shard shard -> bytes(shard.text(shard.count() - 1));
      case Bucket(var buckets) -> bytes(String.valueOf(buckets.bucket().pattern()));
      case Value(var filter) ->
          filter.values().stream().mapToInt(value -> bytes(value.label())).max().orElse(0);
    };
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// What a query of these partitions meets of a group: the values asked for of the template's
  /// filters, and every value of the others.
  public Selection read(IndexDefinition definition, Selection selection) {
    return new Selection(
        definition.filters().stream()
            .map(
                filter ->
                    filters().contains(filter) ? choice(filter, selection) : Choice.all(filter))
            .toList());
  }

  /// Whether they are of one time each, such as a day.
  public boolean areBuckets() {
    return buckets().isPresent();
  }

  private Optional<Buckets> buckets() {
    for (TemplatePart part : parts) {
      if (part instanceof Bucket(var buckets)) {
        return Optional.of(buckets);
      }
    }
    return Optional.empty();
  }

  /// A sort value of the next bucket, or of the one before where `forward` is false.
  ///
  /// @param sort in a bucket
  /// @return empty where time ends (in years 0 and 9999), or these are no buckets
  public Optional<AttributeValue> beside(AttributeValue sort, boolean forward) {
    return buckets().flatMap(buckets -> buckets.moved(sort, forward ? 1 : -1));
  }

  /// How many partitions hold items of a selection, which they serve: in all, or in each bucket.
  public int count(Selection selection) {
    return parts.stream().mapToInt(part -> count(part, selection)).reduce(1, Math::multiplyExact);
  }

  private static int count(TemplatePart part, Selection selection) {
    return switch (part) {
      case Shard shard -> shard.count();
      case Value(var filter) -> choice(filter, selection).ordinals().size();
      case Literal _, GroupName _, Bucket _ -> 1;
    };
  }

  /// The partitions that may hold items of a selection, which they serve, between two sort values,
  /// both included; buckets in ascending order.
  ///
  /// @param low null where the range is open; only buckets look at it
  /// @param high as `low`
  /// @return empty where they are more than [#NAMES_MAX], or buckets of an open range
  public Optional<List<String>> names(
      Group group,
      Selection selection,
      @Nullable AttributeValue low,
      @Nullable AttributeValue high) {
    int max = NAMES_MAX / count(selection);
    return texts(low, high, max)
        .map(
            texts ->
                texts.stream().flatMap(text -> names(group, selection, text).stream()).toList());
  }

  /// The buckets' texts; one empty text where there are none.
  private Optional<List<String>> texts(
      @Nullable AttributeValue low, @Nullable AttributeValue high, int max) {
    Optional<Buckets> buckets = buckets();
    if (buckets.isEmpty()) {
      return max == 0 ? Optional.empty() : Optional.of(List.of(""));
    }
    return low == null || high == null
        ? Optional.empty()
        : buckets.orElseThrow().between(low, high, max);
  }

  private List<String> names(Group group, Selection selection, String bucket) {
    List<String> names = List.of("");
    for (TemplatePart part : parts) {
      List<String> longer = new ArrayList<>();
      for (String begin : names) {
        values(part, group, selection, bucket).forEach(value -> longer.add(begin + value));
      }
      names = longer;
    }
    return names;
  }

  private static List<String> values(
      TemplatePart part, Group group, Selection selection, String bucket) {
    return switch (part) {
      case Literal(var text) -> List.of(text);
      case GroupName() -> List.of(group.text());
      case Shard shard -> IntStream.range(0, shard.count()).mapToObj(shard::text).toList();
      case Bucket _ -> List.of(bucket);
      case Value(var filter) ->
          choice(filter, selection).ordinals().stream().map(filter::label).toList();
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Partitions that
        && attribute.equals(that.attribute)
        && parts.equals(that.parts);
  }

  @Override
  public int hashCode() {
    return 31 * attribute.hashCode() + parts.hashCode();
  }
}
