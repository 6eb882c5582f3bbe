package pagemark.init;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.check.ExistingTable;
import pagemark.check.Sampler;
import pagemark.check.Shown;
import pagemark.listing.json.Listings;
import pagemark.local.data.StackException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// A definition of every listing that a table can have by its keys and indexes.
///
/// @param json the content of `listings.json`
/// @param names the names of the listings
/// @param notes one line for each listing, and what a reader should know
public record Draft(String json, List<String> names, List<String> notes) {
  private static final ObjectWriter ONE_LINE =
      JsonMapper.builder()
          .build()
          .writer(
              new DefaultPrettyPrinter()
                  .withObjectIndenter(DefaultPrettyPrinter.FixedSpaceIndenter.instance)
                  .withSeparators(
                      Separators.createDefaultInstance()
                          .withObjectFieldValueSpacing(Separators.Spacing.AFTER)));

  /// Looks at `max` items of a table, and writes a definition.
  ///
  /// @param index the one index to list; null for all, and the table itself
  /// @throws StackException if there is no such index
  public static Draft of(ExistingTable table, @Nullable String index, int max) {
    Sampler.Sample sample = table.sample(null, max);
    List<Candidate> candidates = candidates(table, sample, index);
    ExistingTable.TimeToLive timeToLive = table.timeToLive();
    Names names = new Names();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    List<String> notes = new ArrayList<>();
    for (Candidate candidate : candidates) {
      String name =
          candidate.kind() == null
              ? names.name(
                  table.description().tableName(),
                  candidates.size() == 1 ? null : candidate.index())
              : names.name(candidate.kind(), null);
      ListingDraft draft =
          new ListingDraft(
              table.description(),
              candidate,
              items(table, candidate, sample, max),
              timeToLive.attribute());
      json.set(name, draft.json());
      notes.add(name + ": " + draft.summary());
      draft.notes().forEach(note -> notes.add("  " + note));
    }
    notes.addAll(leftOut(table, index));
    if (timeToLive.unknown() != null) {
      notes.add(
          "whether items expire is not known, so no listing has `expires`: "
              + timeToLive.unknown());
    }
    String text = text(json);
    notes.addAll(misfits(table, text, max));
    return new Draft(text, json.propertyStream().map(Map.Entry::getKey).toList(), notes);
  }

  /// Indexes that give no order.
  private static List<String> leftOut(ExistingTable table, @Nullable String index) {
    return table.description().globalSecondaryIndexes().stream()
        .filter(gsi -> index == null && gsi.keySchema().size() != 2)
        .map(
            gsi ->
                "left out: index %s, whose key has %s and gives no order"
                    .formatted(gsi.indexName(), Shown.count(gsi.keySchema().size(), "attribute")))
        .toList();
  }

  private static List<Candidate> candidates(
      ExistingTable table, Sampler.Sample sample, @Nullable String index) {
    List<Candidate> all = Candidate.of(table.description(), sample);
    List<Candidate> chosen =
        all.stream().filter(one -> index == null || index.equals(one.index())).toList();
    if (chosen.isEmpty()) {
      throw new StackException(
          "--index is %s. Valid values, the indexes with a sort key: %s"
              .formatted(
                  index,
                  all.stream()
                      .filter(one -> one.index() != null)
                      .map(one -> String.valueOf(one.index()))
                      .collect(Collectors.joining(", "))));
    }
    return chosen;
  }

  private static List<Map<String, AttributeValue>> items(
      ExistingTable table, Candidate candidate, Sampler.Sample sample, int max) {
    String last = table.description().keySchema().getLast().attributeName();
    List<Map<String, AttributeValue>> those =
        sample.items().stream()
            .filter(item -> candidate.group() == null || item.containsKey(candidate.group()))
            .filter(item -> candidate.sort() == null || item.containsKey(candidate.sort()))
            .filter(item -> isOfKind(item.get(last), candidate.kind()))
            .toList();
    return candidate.index() != null && ExistingTable.isFew(those.size())
        ? table.sample(candidate.index(), max).items()
        : those;
  }

  private static boolean isOfKind(@Nullable AttributeValue key, @Nullable String kind) {
    return kind == null || (key != null && key.s() != null && key.s().startsWith(kind));
  }

  /// Checks a draft against the table and another sample.
  private static List<String> misfits(ExistingTable table, String json, int max) {
    Listings listings = Listings.parse(json, Map.of());
    table.require(List.copyOf(listings.byName().values()));
    return table.requireItems(List.copyOf(listings.byName().values()), max);
  }

  /// Each field of a listing in a line of its own.
  private static String text(ObjectNode json) {
    return json.properties().stream()
        .map(
            listing ->
                "  \"%s\": {%n%s%n  }".formatted(listing.getKey(), fields(listing.getValue())))
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"))
        .replace(System.lineSeparator(), "\n");
  }

  private static String fields(JsonNode listing) {
    return listing.properties().stream()
        .map(field -> "    \"%s\": %s".formatted(field.getKey(), oneLine(field.getValue())))
        .collect(Collectors.joining(",\n"));
  }

  private static String oneLine(JsonNode value) {
    try {
      return ONE_LINE.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Makes the names of listings from the names of a table and its indexes.
  static final class Names {
    private static final int LENGTH_MAX = 40;
    private static final int SUFFIX_MAX = 3;
    private final Set<String> taken = new HashSet<>(Set.of("health", "local"));

    /// @param index null for the table itself, or if there is only one listing
    String name(String table, @Nullable String index) {
      String name = slug(index == null ? table : table + "-" + index);
      String base = shortened(name.matches("[a-z].*") ? name : "items-" + name, LENGTH_MAX);
      String unique = base;
      for (int i = 2; !taken.add(unique); i++) {
        unique = shortened(base, LENGTH_MAX - SUFFIX_MAX) + "-" + i;
      }
      return unique;
    }

    /// `byCustomer` becomes `by-customer`.
    private static String slug(String text) {
      return text.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
          .toLowerCase(Locale.ROOT)
          .replaceAll("[^a-z0-9]+", "-")
          .replaceAll("^-+|-+$", "");
    }

    private static String shortened(String text, int max) {
      return text.substring(0, Math.min(max, text.length())).replaceAll("-+$", "");
    }
  }

  /// A part of a table that can be listed, and what gives its groups and its order.
  ///
  /// @param index null for the table itself
  /// @param group the attribute that names the groups; null for the whole table
  /// @param sort the attribute that gives the order; null if items are read by key, so that any may
  /// @param projection null for the table itself
  /// @param kind with which the sort key of the listed items begins, such as `ORDER#`; null for all
  ///   items
  record Candidate(
      @Nullable String index,
      @Nullable String group,
      @Nullable String sort,
      @Nullable Projection projection,
      @Nullable String kind) {
    private static final int KINDS_MAX = 6;

    /// All candidates of a table: the table by its key, its indexes, the kinds of its items, and
    /// the whole table if its key has one attribute.
    static List<Candidate> of(TableDescription table, Sampler.Sample sample) {
      List<Candidate> candidates = new ArrayList<>();
      List<String> key = table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
      add(candidates, null, table.keySchema(), null);
      table
          .globalSecondaryIndexes()
          .forEach(gsi -> add(candidates, gsi.indexName(), gsi.keySchema(), gsi.projection()));
      table
          .localSecondaryIndexes()
          .forEach(lsi -> add(candidates, lsi.indexName(), lsi.keySchema(), lsi.projection()));
      if (key.size() == 1) {
        candidates.add(new Candidate(null, null, null, null, null));
      } else {
        kinds(sample.items(), key.getLast()).stream()
            .filter(kind -> kind.endsWith("#"))
            .forEach(kind -> candidates.add(new Candidate(null, key.getFirst(), null, null, kind)));
      }
      return candidates;
    }

    private static void add(
        List<Candidate> candidates,
        @Nullable String index,
        List<KeySchemaElement> key,
        @Nullable Projection projection) {
      if (key.size() == 2) {
        candidates.add(
            new Candidate(
                index,
                key.getFirst().attributeName(),
                key.getLast().attributeName(),
                projection,
                null));
      }
    }

    /// The beginnings of an attribute up to `#`, such as `ORDER#`; a text without one is its own.
    /// Empty if they tell no kinds.
    static List<String> kinds(List<Map<String, AttributeValue>> items, String attribute) {
      Map<String, Integer> counts = new TreeMap<>();
      for (Map<String, AttributeValue> item : items) {
        String text = item.getOrDefault(attribute, AttributeValue.fromS("")).s();
        counts.merge(text == null ? "" : text.replaceFirst("(?s)#.*", "#"), 1, Integer::sum);
      }
      boolean areKinds =
          counts.size() > 1
              && counts.size() <= KINDS_MAX
              && counts.keySet().stream().anyMatch(kind -> kind.endsWith("#"));
      return areKinds ? List.copyOf(counts.keySet()) : List.of();
    }

    /// The beginning up to `#` that all values of an attribute share; empty if there is none.
    static String sharedKind(List<Map<String, AttributeValue>> items, String attribute) {
      List<String> beginnings =
          items.stream()
              .map(item -> item.getOrDefault(attribute, AttributeValue.fromS("")).s())
              .map(text -> text == null || !text.contains("#") ? "" : text.split("#", 2)[0] + "#")
              .distinct()
              .toList();
      return beginnings.size() == 1 ? beginnings.getFirst() : "";
    }
  }
}
