package pagemark.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import pagemark.check.Shown;
import pagemark.cli.option.CommandException;
import pagemark.cli.option.DynamodbOption;
import pagemark.cli.option.IndexOption;
import pagemark.cli.option.ListingsOption;
import pagemark.cli.option.ResultOption;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.listing.json.Listings;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.Removal;
import pagemark.repair.LeftData;
import pagemark.repair.Sleeper;
import pagemark.services.Services;
import pagemark.state.StateTable;
import pagemark.state.rebuild.NamedGenerations;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// `pagemark drop`: removes what an index has stored, for instance before a stack is deleted. It
/// finds the listings in `pagemark-state`, so it needs neither their definitions nor their tables.
/// A file of definitions only limits it.
@Command(
    name = "drop",
    header = "Removes the index of a listing, or of all.",
    description = {
      "Shows what it would remove, and removes it with --yes. Listed tables are not touched. Until"
          + " the next rebuild, first pages come from the table, and others are a 503. It refuses"
          + " while a rebuild runs. What is kept about items in quarantine or in doubt goes too.",
      "STATE_TABLE_NAME in the environment names the state table if that is not pagemark-state. The"
          + " exit code is 0 if nothing is left, else 1."
    })
final class DropCommand implements Callable<Integer> {
  @Mixin private final DynamodbOption dynamodb = new DynamodbOption();
  @Mixin private final IndexOption index = new IndexOption();
  @Mixin private final ResultOption result = new ResultOption();

  @Option(
      names = "--listing",
      paramLabel = "NAME",
      description =
          "The listing whose index is removed. Default: all listings of which this index has some,"
              + " and tables of an index in DynamoDB that none of them needs.")
  private @Nullable String listing;

  @Option(
      names = "--listings",
      paramLabel = "FILE",
      description =
          "Remove only indexes of listings of this file. Default: of any listing; no file is read.")
  private @Nullable Path file;

  @Option(names = "--yes", description = "Remove it. Without this nothing is changed.")
  private boolean yes;

  private RebuildSettings settings = RebuildSettings.DEFAULT;

  /// Replaces the times and limits: the readers of a test are in its own JVM.
  void use(RebuildSettings other) {
    settings = other;
  }

  /// @param listings the ids of each listing's generations
  /// @param elsewhere the same of those that another index may serve: only `--listing` removes them
  /// @param others names of data that no listing needs
  private record Found(
      SortedMap<String, Set<String>> listings,
      SortedMap<String, Set<String>> elsewhere,
      List<String> others) {
    boolean isEmpty() {
      return listings.isEmpty() && others.isEmpty();
    }

    String counted() {
      List<String> parts = new ArrayList<>();
      if (!listings.isEmpty()) {
        int generations = listings.values().stream().mapToInt(Set::size).sum();
        parts.add(
            (generations == 0 ? "keys of items" : Shown.count(generations, "generation"))
                + " of "
                + Shown.count(listings.size(), "listing"));
      }
      if (!others.isEmpty()) {
        parts.add(Shown.count(others.size(), "table") + " of no listing");
      }
      return String.join(", and ", parts);
    }
  }

  @Override
  public Integer call() {
    Map<String, String> environment = System.getenv();
    DynamoDbClient dynamo = dynamodb.client(environment);
    try (dynamo;
        IndexStore store = index.open(environment)) {
      String table = environment.getOrDefault("STATE_TABLE_NAME", StateTable.DEFAULT_NAME);
      StateTable state = new StateTable(dynamo, table);
      Listings none = new Listings(new TreeMap<>());
      Services services = new Services(none, dynamo, state, store, InstantSource.system());
      Found found = found(services);
      List<String> kept = yes ? remove(found, services) : found.others();
      Told told = new Told(found.listings(), found.elsewhere(), found.others(), yes, kept);
      result.print(ResultOption.tree(told), out -> printLines(out, found, kept));
      return found.listings().keySet().containsAll(found.elsewhere().keySet())
              && (found.isEmpty() || (yes && kept.isEmpty()))
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private Found found(Services services) {
    SortedMap<String, Set<String>> all = new TreeMap<>(named(services).byListing());
    if (file != null) {
      all.keySet().retainAll(declared(file));
    }
    SortedMap<String, Set<String>> elsewhere = new TreeMap<>(all);
    elsewhere.entrySet().removeIf(each -> !isElsewhere(each.getKey(), each.getValue(), services));
    if (listing == null) {
      all.keySet().removeAll(elsewhere.keySet());
      List<Markers.Data> others = file == null ? left(services) : List.of();
      return new Found(all, elsewhere, others.stream().map(Markers.Data::name).toList());
    }
    SortedMap<String, Set<String>> sorts = sorts(listing, all);
    if (sorts.isEmpty()) {
      throw new CommandException(
          "the listing %s has no index. Listings with one: %s"
              .formatted(listing, all.isEmpty() ? "none" : String.join(", ", all.keySet())));
    }
    elsewhere.keySet().retainAll(sorts.keySet());
    return new Found(sorts, elsewhere, List.of());
  }

  /// Whether another index may serve a listing: one generation is live, and this index has none.
  private static boolean isElsewhere(String name, Set<String> generations, Services services) {
    Markers markers = services.index().markers();
    return generations.stream().allMatch(id -> markers.count(id).isEmpty())
        && !services.state().live(name).isEmpty();
  }

  /// A listing with its further sorts, or the one sort that a name such as `orders@total` means.
  private static SortedMap<String, Set<String>> sorts(
      String listing, SortedMap<String, Set<String>> all) {
    SortedMap<String, Set<String>> sorts = new TreeMap<>(all);
    sorts.keySet().removeIf(name -> !name.equals(listing) && !name.startsWith(listing + "@"));
    return sorts;
  }

  /// The listings of the file; the one of `--listing` must be there.
  private Set<String> declared(Path listings) {
    Listings declared = ListingsOption.parse(listings, System.getenv());
    if (listing != null) {
      ListingsOption.named(listing, declared);
    }
    return declared.names();
  }

  private static NamedGenerations named(Services services) {
    StateTable state = services.state();
    try {
      return NamedGenerations.read(state);
    } catch (ResourceNotFoundException e) {
      throw new CommandException(
          "there is no state table %s, so nobody knows which indexes there are: name it in"
                  .formatted(state.name())
              + " STATE_TABLE_NAME");
    }
  }

  private static List<Markers.Data> left(Services services) {
    Optional<Markers.StoredData> found = services.index().markers().storedData();
    return found
        .map(stored -> new LeftData(stored, _ -> named(services), services.clock()))
        .map(left -> left.find(Instant.MAX, () -> true))
        .orElse(List.of());
  }

  /// @return the names of data that could not be removed
  private List<String> remove(Found found, Services services) {
    Removal removal =
        new Removal(
            services.index().markers(),
            services.state(),
            services.rebuilds(),
            settings,
            Sleeper.THREAD,
            services.clock());
    String owner = "drop-" + UUID.randomUUID();
    found
        .listings()
        .forEach(
            (name, generations) -> {
              if (!generations.isEmpty()) {
                removal.remove(name, owner);
              }
              services.state().forget(name);
            });
    List<String> kept = new ArrayList<>();
    for (Markers.Data data :
        listing == null && file == null ? left(services) : List.<Markers.Data>of()) {
      if (!services.index().markers().storedData().orElseThrow().remove(data)) {
        kept.add(data.name());
      }
    }
    return kept;
  }

  /// The result as JSON.
  private record Told(
      SortedMap<String, Set<String>> listings,
      SortedMap<String, Set<String>> elsewhere,
      List<String> others,
      boolean removed,
      List<String> kept) {}

  private void printLines(PrintWriter out, Found found, List<String> kept) {
    found
        .elsewhere()
        .forEach(
            (name, ids) ->
                out.printf(
                    "%s: generation %s is not in this index, another may serve it; only --listing"
                        + " %s removes it%n",
                    name, String.join(", ", ids), name));
    if (found.isEmpty()) {
      out.println("There is nothing to remove");
      return;
    }
    found
        .listings()
        .forEach((name, ids) -> ids.forEach(id -> out.printf("%s: generation %s%n", name, id)));
    found.listings().entrySet().stream()
        .filter(each -> each.getValue().isEmpty())
        .forEach(
            each -> out.printf("%s: keys of items in quarantine or in doubt%n", each.getKey()));
    found.others().forEach(table -> out.printf("no listing: table %s%n", table));
    if (!yes) {
      out.printf("--yes removes %s. Nothing was removed%n", found.counted());
    } else {
      out.printf("Removed %s%n", found.counted());
      kept.forEach(table -> out.printf("Not removed: %s is in use or of another kind%n", table));
    }
  }
}
