package pagemark.listing.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import pagemark.listing.Filter;
import pagemark.listing.Listing;

/// The listings of one deployment, by name, in the order of the file. An entry with named sorts is
/// several: `orders`, `orders@total`.
public record Listings(SequencedMap<String, Listing> byName) {
  /// The one field beside the listings. It helps editors, and nothing here reads it.
  private static final String SCHEMA = "$schema";

  private static final int INLINE_BYTES_MAX = 3 * 1024;

  /// Parses `listings.json`.
  ///
  /// @param json the content of the file
  /// @param environment the values of `${NAME}` in its texts
  /// @throws InvalidListingsException if there are mistakes; names all of them with their JSON
  ///   paths
  public static Listings parse(String json, Map<String, String> environment) {
    List<Mistake> mistakes = new ArrayList<>();
    SequencedMap<String, Listing> byName = new LinkedHashMap<>();
    JsonValue root = JsonValue.root(JsonTree.read(json), environment, mistakes);
    JsonValue schema = root.at(SCHEMA);
    if (!schema.isMissing() && !schema.json().isTextual()) {
      schema.refuse("must be the address of a JSON Schema; editors use it");
    }
    List<JsonValue> listings =
        root.fields().stream().filter(node -> !node.name().equals(SCHEMA)).toList();
    if (listings.isEmpty()) {
      root.mistake("must be an object with at least one listing");
    }
    for (JsonValue node : listings) {
      ListingReader.read(node).forEach(listing -> byName.put(listing.name(), listing));
    }
    if (!mistakes.isEmpty()) {
      throw new InvalidListingsException(mistakes);
    }
    return new Listings(byName);
  }

  /// All that has an index: the listings, and an order by expiry for each table and attribute.
  public List<Listing> all() {
    SequencedMap<String, Listing> all = new LinkedHashMap<>(byName);
    ordersByExpiry(byName.values()).forEach(order -> all.put(order.name(), order));
    return List.copyOf(all.values());
  }

  /// The names of all that has an index.
  public Set<String> names() {
    return all().stream().map(Listing::name).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /// The orders by expiry of listings, one for each table and attribute.
  public static List<Listing> ordersByExpiry(Collection<Listing> listings) {
    return listings.stream()
        .map(Listing::definition)
        .flatMap(
            definition ->
                Optional.ofNullable(definition.expires())
                    .map(expires -> Listing.byExpiry(definition, expires))
                    .stream())
        .distinct()
        .toList();
  }

  /// Loads the listings of a function or command.
  ///
  /// @param environment `PAGEMARK_LISTINGS` holds a path, or JSON of up to 3 KB; unset or empty
  ///   means `byDefault`
  /// @param byDefault the file to read if that variable is not set
  /// @throws InvalidListingsException if there are mistakes; names all of them
  /// @throws UncheckedIOException if the file cannot be read
  public static Listings load(Map<String, String> environment, Path byDefault) {
    String given = environment.getOrDefault("PAGEMARK_LISTINGS", "").strip();
    if (given.startsWith("{")) {
      return parse(inline(given), environment);
    }
    Path file = given.isEmpty() ? byDefault : Path.of(given);
    try {
      return parse(Files.readString(file), environment);
    } catch (CharacterCodingException e) {
      throw new UncheckedIOException("the listings file " + file + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the listings file " + file, e);
    }
  }

  private static String inline(String json) {
    if (json.length() > INLINE_BYTES_MAX) {
      String message =
          "PAGEMARK_LISTINGS has %d characters of JSON; the maximum is %d. Give a path instead"
              .formatted(json.length(), INLINE_BYTES_MAX);
      throw new InvalidListingsException(List.of(new Mistake("$", message)));
    }
    return json;
  }

  /// What works, but may not be meant so: filters that take the name of a request parameter.
  public List<Mistake> warnings() {
    List<Mistake> warnings = new ArrayList<>();
    for (Listing listing : byName.values().stream().filter(Listing::isDefault).toList()) {
      listing.definition().filterNames().stream()
          .filter(Filter.ADDED::contains)
          .forEach(
              name ->
                  warnings.add(
                      new Mistake(
                          "$.%s.filters.%s".formatted(listing.name(), name),
                          "has the name of a request parameter. In this listing, %s= is the filter; rename the filter to have both"
                              .formatted(name))));
    }
    return warnings;
  }

  /// The listing or order by expiry of that name.
  public Optional<Listing> find(String name) {
    return all().stream().filter(listing -> listing.name().equals(name)).findFirst();
  }

  /// The sorts of a path, the default first; none if there is no such path.
  public List<Listing> ofPath(String path) {
    return byName.values().stream().filter(listing -> listing.path().equals(path)).toList();
  }

  /// The listings and orders by expiry of `table`, at least one.
  ///
  /// @throws IllegalArgumentException if there is none
  public List<Listing> requireOf(String table) {
    unlisted(table, byName.values())
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(fault);
            });
    return of(table);
  }

  /// Says that no listing is for the table of `TABLE_NAME`, and how to mend it. Empty if one is, or
  /// if the variable is not set.
  public static Optional<String> fault(
      Map<String, String> environment, Collection<Listing> listings) {
    return Optional.of(environment.getOrDefault("TABLE_NAME", ""))
        .filter(table -> !table.isEmpty())
        .flatMap(table -> unlisted(table, listings));
  }

  private static Optional<String> unlisted(String table, Collection<Listing> listings) {
    TreeSet<String> tables = new TreeSet<>();
    listings.forEach(listing -> tables.add(listing.definition().table()));
    return tables.contains(table)
        ? Optional.empty()
        : Optional.of(
            "no listing is for the table %s; tables with listings: %s. Write \"table\": \"${TABLE_NAME:-%s}\" into the listings, or deploy with the TableStreamArn of such a table"
                .formatted(table, tables, tables.first()));
  }

  /// The listings and orders by expiry of `table`.
  public List<Listing> of(String table) {
    return all().stream().filter(l -> l.definition().table().equals(table)).toList();
  }
}
