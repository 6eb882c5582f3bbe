package pagemark.listing;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Group;
import pagemark.key.AttributeType;
import pagemark.key.DatetimeSort;
import pagemark.key.KeyAttribute;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import pagemark.listing.Partitions.TemplatePart.Bucket;
import pagemark.listing.Partitions.TemplatePart.GroupName;
import pagemark.listing.Partitions.TemplatePart.Literal;
import pagemark.listing.Partitions.TemplatePart.Shard;
import pagemark.listing.Partitions.TemplatePart.Value;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The partitions of a table or index that hold the items of a group. That is one partition named
/// as the group, or several named by a template such as `SHARD#{shard}#{group}`. The application
/// writes these names into its items; this class only computes them for queries.
///
/// @param attribute the partition key: the group attribute, or a string that the template names
/// @param parts the template
public record Partitions(KeyAttribute attribute, List<TemplatePart> parts) {
  /// The maximum number of names that [#names] returns.
  public static final int NAMES_MAX = 512;

  /// DynamoDB's limit on a partition key, in bytes.
  private static final int BYTES_MAX = 2048;

  public Partitions {
    parts = List.copyOf(parts);
  }

  /// A partition for each group.
  ///
  /// @param prefix of its name, which the group's does not have
  public static Partitions byGroup(KeyAttribute group, String prefix) {
    return new Partitions(
        group,
        prefix.isEmpty()
            ? List.of(new GroupName())
            : List.of(new Literal(prefix), new GroupName()));
  }

  /// The partition key's value in the partition `name`.
  public AttributeValue value(String name) {
    return attribute.value(name);
  }

  /// The filters that the template names.
  public List<Filter> filters() {
    return parts.stream()
        .flatMap(part -> part instanceof Value(var filter) ? Stream.of(filter) : Stream.of())
        .toList();
  }

  /// Whether queries of these partitions can find every item of a selection. They can if:
  ///
  /// - the selection has no `other` for the template's filters,
  /// - the names are unambiguous, and not empty, as no partition key is,
  /// - no name is longer than DynamoDB allows.
  public boolean serve(Group group, Selection selection) {
    return parts.stream().allMatch(part -> serves(part, selection))
        && isUnambiguous(group)
        && (attribute.type() != AttributeType.STRING || bytesMax(group) <= BYTES_MAX);
  }

  private boolean serves(TemplatePart part, Selection selection) {
    return switch (part) {
      case Value(var filter) ->
          choice(filter, selection).ordinals().stream()
              .noneMatch(i -> i == 0 || (filter.label(i).isEmpty() && parts.size() == 1));
      case Literal _, GroupName _, Shard _, Bucket _ -> true;
    };
  }

  private static Choice choice(Filter filter, Selection selection) {
    return selection.choices().stream()
        .filter(choice -> choice.filter().equals(filter))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no choice of filter " + filter.name()));
  }

  /// Whether the group lacks the character that ends it in the name, so that no other group has
  /// this name.
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
      case Bucket(_, var pattern) -> bytes(String.valueOf(pattern.pattern()));
      case Value(var filter) ->
          filter.values().stream().mapToInt(value -> bytes(value.label())).max().orElse(0);
    };
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// The part of a group that a query of these partitions reads: the requested values of the
  /// template's filters, and every value of all other filters.
  public Selection read(IndexDefinition definition, Selection selection) {
    return new Selection(
        definition.filters().stream()
            .map(
                filter ->
                    filters().contains(filter) ? choice(filter, selection) : Choice.all(filter))
            .toList());
  }

  /// Whether each partition holds one bucket of time, such as a day.
  public boolean areBuckets() {
    return buckets().isPresent();
  }

  private Optional<Bucket> buckets() {
    return parts.stream().filter(Bucket.class::isInstance).map(Bucket.class::cast).findFirst();
  }

  /// A sort value of the next bucket if `forward`, else of the one before.
  ///
  /// @param sort a sort value in the current bucket
  /// @return empty if the year would leave 0 to 9999, or if partitions are not buckets
  public Optional<AttributeValue> beside(AttributeValue sort, boolean forward) {
    return buckets().flatMap(buckets -> buckets.moved(sort, forward ? 1 : -1));
  }

  /// The number of partitions that hold items of a selection, for which [#serve] must be true. If
  /// partitions are buckets, the number in each bucket.
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

  /// The names of the partitions that can hold items of a selection between two sort values, both
  /// included. Buckets come in ascending order. [#serve] must be true for the selection.
  ///
  /// @param low null if the range is open; only buckets use it
  /// @param high as `low`
  /// @return empty if there are more than [#NAMES_MAX], or if the range of buckets is open
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

  /// The texts of the buckets; a single empty text if partitions are not buckets.
  private Optional<List<String>> texts(
      @Nullable AttributeValue low, @Nullable AttributeValue high, int max) {
    Optional<Bucket> buckets = buckets();
    if (buckets.isEmpty()) {
      return max == 0 ? Optional.empty() : Optional.of(List.of(""));
    }
    return low == null || high == null
        ? Optional.empty()
        : buckets.orElseThrow().between(low, high, max);
  }

  private List<String> names(Group group, Selection selection, String bucket) {
    List<List<String>> values =
        parts.stream().map(part -> values(part, group, selection, bucket)).toList();
    return IndexDefinition.combinations(values).stream()
        .map(each -> String.join("", each))
        .toList();
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

  /// A part of a template from which partition names are made.
  public sealed interface TemplatePart {
    /// The same text in every name.
    record Literal(String text) implements TemplatePart {}

    /// `{group}`: the group as requests write it.
    record GroupName() implements TemplatePart {}

    /// `{shard}` or `{shard:00}`: a number from 0 that spreads writes.
    ///
    /// @param count the number of shards, 2 to 64
    /// @param width the minimum number of digits; shorter numbers get leading zeros
    record Shard(int count, int width) implements TemplatePart {
      String text(int shard) {
        return "0".repeat(Math.max(0, width - Integer.toString(shard).length())) + shard;
      }
    }

    /// `{sort:PATTERN}`: the bucket of the sort value, such as its day. Bucket `20240501` of the
    /// pattern `uuuuMMdd` holds the sort values from `2024-05-01 00:00` to `2024-05-01 23:59`.
    /// Callers identify a bucket by any sort value in it.
    ///
    /// @param sort the type of the sort attribute
    /// @param pattern of the buckets; not finer than `sort`
    record Bucket(SortType.AsTime sort, DatetimeSort pattern) implements TemplatePart {
      private static final int YEAR_MAX = 9999;

      /// The texts of the buckets from one sort value to another, both included, in ascending
      /// order.
      ///
      /// @return empty if there are more than `max`
      Optional<List<String>> between(AttributeValue low, AttributeValue high, int max) {
        LocalDateTime last = beginning(high);
        List<String> texts = new ArrayList<>();
        LocalDateTime at = beginning(low);
        while (!at.isAfter(last)) {
          if (texts.size() == max) {
            return Optional.empty();
          }
          texts.add(pattern.text(at));
          at = at.plus(1, pattern.precision());
        }
        return Optional.of(texts);
      }

      /// A sort value of the bucket that is `steps` after the bucket of `value`; negative steps go
      /// back.
      ///
      /// @return empty if the year would leave 0 to 9999
      Optional<AttributeValue> moved(AttributeValue value, int steps) {
        LocalDateTime there = beginning(value).plus(steps, pattern.precision());
        return there.getYear() < 0 || there.getYear() > YEAR_MAX
            ? Optional.empty()
            : Optional.of(sort.value(there));
      }

      /// @throws IllegalArgumentException if `value` is not a sort value
      private LocalDateTime beginning(AttributeValue value) {
        try {
          return pattern.time(pattern.value(sort.time(value)));
        } catch (UnfitException e) {
          throw new IllegalArgumentException(
              "not a sort value of type " + sort.definitionName(), e);
        }
      }
    }

    /// `{NAME}`: the declared value of a filter, as requests write it.
    record Value(Filter filter) implements TemplatePart {}
  }
}
