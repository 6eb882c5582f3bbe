package pagemark.listing;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.key.DatetimeSort;
import pagemark.listing.TemplatePart.Bucket;
import pagemark.listing.TemplatePart.GroupName;
import pagemark.listing.TemplatePart.Literal;
import pagemark.listing.TemplatePart.Shard;
import pagemark.listing.TemplatePart.Value;

/// Reads a template that names partitions, such as `SHARD#{shard:00}#{group}`.
///
/// @param node the template
/// @param filters those that it may name
/// @param shards how many there are
record TemplateReader(Node node, IndexDefinition definition, List<Filter> filters, int shards) {
  private static final Pattern PART = Pattern.compile("\\{([^{}]*)}|[^{}]+|[{}]");
  private static final Pattern SHARD = Pattern.compile("shard(?::(0{1,8}))?");
  private static final String SORT = "sort:";
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  /// A part as it is written, with its braces.
  private record Written(String text, TemplatePart part) {}

  /// Whether a template holds `{shard}`, right or wrong otherwise.
  static boolean isSharded(String template) {
    return PART.matcher(template)
        .results()
        .anyMatch(part -> part.group(1) != null && SHARD.matcher(part.group(1)).matches());
  }

  List<TemplatePart> read() {
    List<Written> parts = new ArrayList<>();
    PART.matcher(node.text())
        .results()
        .forEach(
            found -> part(found).ifPresent(part -> parts.add(new Written(found.group(), part))));
    refuseTwins(parts);
    for (int i = 0; i + 1 < parts.size(); i++) {
      refuseBlurred(parts, i);
    }
    return parts.stream().map(Written::part).toList();
  }

  private Optional<TemplatePart> part(MatchResult found) {
    String name = found.group(1);
    if (name != null) {
      return placeholder(name);
    }
    if (found.group().matches("[{}]")) {
      node.refuse("has a brace that belongs to no placeholder");
      return Optional.empty();
    }
    return Optional.of(new Literal(found.group()));
  }

  private Optional<TemplatePart> placeholder(String name) {
    if (name.equals("group")) {
      return Optional.of(new GroupName());
    }
    var shard = SHARD.matcher(name);
    if (shard.matches()) {
      return Optional.of(new Shard(shards, shard.group(1) == null ? 1 : shard.group(1).length()));
    }
    if (name.startsWith(SORT)) {
      return bucket(name.substring(SORT.length()));
    }
    for (Filter filter : filters) {
      if (filter.name().equals(name)) {
        return Optional.of(new Value(filter));
      }
    }
    node.refuse("names {%s}; known here are %s".formatted(name, known()));
    return Optional.empty();
  }

  private String known() {
    List<String> known = new ArrayList<>(List.of("{group}", "{shard}", "{sort:PATTERN}"));
    filters.forEach(filter -> known.add("{" + filter.name() + "}"));
    return String.join(", ", known);
  }

  private Optional<TemplatePart> bucket(String pattern) {
    String mistake;
    try {
      DatetimeSort bucket = DatetimeSort.of(pattern);
      if (!(definition.positions().sortType() instanceof DatetimeSort sort)) {
        mistake = "needs a sort attribute of type datetime";
      } else if (bucket.precision() == ChronoUnit.MILLIS) {
        mistake = "has a fraction of a second; buckets are of seconds or longer";
      } else if (bucket.precision().compareTo(sort.precision()) < 0) {
        mistake = "is finer than the sort attribute's pattern " + sort.pattern();
      } else {
        return Optional.of(new Bucket(new Buckets(sort, bucket)));
      }
    } catch (IllegalArgumentException e) {
      mistake = String.valueOf(e.getMessage());
    }
    node.refuse("names {sort:%s}, which %s".formatted(pattern, mistake));
    return Optional.empty();
  }

  private void refuseTwins(List<Written> parts) {
    Set<Object> seen = new LinkedHashSet<>();
    for (Written written : parts) {
      @Nullable Object kind = kind(written.part());
      if (kind != null && !seen.add(kind)) {
        node.refuse("holds %s twice; each placeholder may stand once".formatted(written.text()));
      }
    }
  }

  /// Equal for placeholders that may stand only once; null for a literal.
  private static @Nullable Object kind(TemplatePart part) {
    return switch (part) {
      case Literal _ -> null;
      case Value value -> value;
      case GroupName _, Shard _, Bucket _ -> part.getClass();
    };
  }

  /// A placeholder needs an end that its values do not hold, unless nothing but a text follows.
  private void refuseBlurred(List<Written> parts, int at) {
    Written placeholder = parts.get(at);
    Written next = parts.get(at + 1);
    if (placeholder.part() instanceof Literal) {
      return;
    }
    if (!(next.part() instanceof Literal(var text))) {
      node.refuse(
          "needs a text between %s and %s, to tell them apart"
              .formatted(placeholder.text(), next.text()));
      return;
    }
    String separator = Character.toString(text.codePointAt(0));
    if (at + 2 < parts.size() && holds(placeholder.part(), separator)) {
      node.refuse(
          "goes on with \"%s\" behind %s, whose values may hold it"
              .formatted(separator, placeholder.text()));
    }
  }

  /// Groups that do are told from others when they are asked for.
  private static boolean holds(TemplatePart part, String separator) {
    return switch (part) {
      case Literal _, GroupName _ -> false;
      case Shard _ -> separator.matches("[0-9]");
      case Bucket(var buckets) ->
          separator.matches("[0-9]") || buckets.bucket().text(EPOCH).contains(separator);
      case Value(var filter) ->
          filter.values().stream().anyMatch(value -> value.label().contains(separator));
    };
  }
}
