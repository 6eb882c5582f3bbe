package pagemark.listing.json;

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
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Partitions.TemplatePart;
import pagemark.listing.Partitions.TemplatePart.Bucket;
import pagemark.listing.Partitions.TemplatePart.GroupName;
import pagemark.listing.Partitions.TemplatePart.Literal;
import pagemark.listing.Partitions.TemplatePart.Shard;
import pagemark.listing.Partitions.TemplatePart.Value;

/// Reads a template of partition names, such as `SHARD#{shard:00}#{group}`.
///
/// @param node the template
/// @param filters the filters that it may name
/// @param shards the number of shards
record TemplateReader(
    JsonValue node, IndexDefinition definition, List<Filter> filters, int shards) {
  private static final Pattern PART = Pattern.compile("\\{([^{}]*)}|[^{}]+|[{}]");
  private static final Pattern SHARD = Pattern.compile("shard(?::(0{1,8}))?");
  private static final String SORT = "sort:";
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  /// A part, with its text in the template, braces included.
  private record Written(String text, TemplatePart part) {}

  /// Whether a template has `{shard}`, even if it is wrong otherwise.
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
    if (name.equals("group") && !definition.group().parts().isEmpty()) {
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
    node.refuse("names {%s}. Valid names: %s".formatted(name, known()));
    return Optional.empty();
  }

  private String known() {
    List<String> known = new ArrayList<>(List.of("{shard}", "{sort:PATTERN}"));
    if (!definition.group().parts().isEmpty()) {
      known.addFirst("{group}");
    }
    filters.forEach(filter -> known.add("{" + filter.name() + "}"));
    return String.join(", ", known);
  }

  private Optional<TemplatePart> bucket(String pattern) {
    String mistake;
    try {
      DatetimeSort bucket = DatetimeSort.of(pattern);
      if (!(definition.positions().sortType() instanceof SortType.AsTime sort)) {
        mistake = "needs a sort attribute of type datetime, epochSeconds or epochMillis";
      } else if (bucket.precision() == ChronoUnit.MILLIS) {
        mistake = "has a fraction of a second; the shortest bucket is a second";
      } else if (bucket.precision().compareTo(sort.precision()) < 0) {
        mistake = "is finer than the sort attribute's pattern " + sort.pattern();
      } else {
        return Optional.of(new Bucket(sort, bucket));
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
        node.refuse("has %s twice; each placeholder may occur once".formatted(written.text()));
      }
    }
  }

  /// An object that is equal for two placeholders that must not occur together. Null for a literal.
  private static @Nullable Object kind(TemplatePart part) {
    return switch (part) {
      case Literal _ -> null;
      case Value value -> value;
      case GroupName _, Shard _, Bucket _ -> part.getClass();
    };
  }

  /// Requires a text after a placeholder if something follows it. If another placeholder follows,
  /// no value of the first one may contain the text's first character, or names would be ambiguous.
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
          "has \"%s\" after %s, whose values may contain it"
              .formatted(separator, placeholder.text()));
    }
  }

  /// Whether values of `part` may contain the separator. Groups are not checked here but in
  /// [Partitions#serve][pagemark.listing.Partitions#serve], for each request.
  private static boolean holds(TemplatePart part, String separator) {
    return switch (part) {
      case Literal _, GroupName _ -> false;
      case Shard _ -> separator.matches("[0-9]");
      case Bucket(_, var pattern) ->
          separator.matches("[0-9]") || pattern.text(EPOCH).contains(separator);
      case Value(var filter) ->
          filter.values().stream().anyMatch(value -> value.label().contains(separator));
    };
  }
}
