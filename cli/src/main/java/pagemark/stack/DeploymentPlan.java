package pagemark.stack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.check.TableCheck.IndexLoad;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.sync.StreamedTable;

/// The commands that bring the listings of one table into AWS, from a checkout or a release.
/// Nothing runs them but the reader.
///
/// @param stack the stack that is made
/// @param file the listings file as it was typed; empty for `listings.json`
/// @param kind the kind of index
/// @param table as DynamoDB describes it
/// @param keyArn the customer's key that encrypts the table; null if there is none
/// @param writes the most writes of the table in a second; empty if nobody has said it
public record DeploymentPlan(
    PlannedStack stack,
    String file,
    Kind kind,
    Listings listings,
    StreamedTable table,
    @Nullable String keyArn,
    OptionalInt writes) {
  /// A limit of the template.
  ///
  /// @param byDefault the template's
  /// @param max the template's
  /// @param step a value is a multiple of it
  public record Limit(String parameter, Of of, long byDefault, long max, long step) {
    /// Whose units, or what else, a limit is about.
    public enum Of {
      /// The units a second of each index.
      UNITS_OF_ONE,
      /// The units a second of all indexes together.
      UNITS_OF_ALL,
      GIGABYTES
    }
  }

  /// A kind of index that a stack makes by itself.
  public enum Kind {
    DYNAMODB("IndexKind=dynamodb Network=none", "dynamodb:plan"),
    REDIS("", "rediss://plan@plan:6379?iam=plan&cluster=true&serverless=true");

    private final String parameters;
    private final String url;

    Kind(String parameters, String url) {
      this.parameters = parameters;
      this.url = url;
    }

    /// The template's limits of such an index.
    public List<Limit> limits() {
      return switch (this) {
        case DYNAMODB ->
            List.of(new Limit("IndexWriteUnitsMax", Limit.Of.UNITS_OF_ONE, 2_000, 40_000, 500));
        case REDIS ->
            List.of(
                new Limit("CacheGigabytesMax", Limit.Of.GIGABYTES, 1, 5_000, 1),
                new Limit(
                    "CacheUnitsPerSecondMax", Limit.Of.UNITS_OF_ALL, 25_000, 15_000_000, 1_000));
      };
    }

    /// What each listing's index takes of such a store, in their order. No server is called.
    private List<IndexStore.Limits> taken(Listings listings) {
      try (IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT)) {
        return listings.all().stream()
            .map(listing -> store.limits(listing.definition().cells().size()))
            .toList();
      }
    }
  }

  private PlannedLimits limits() {
    return new PlannedLimits(kind, kind.taken(listings), table, writes);
  }

  /// The commands in their order.
  public List<String> commands() {
    List<String> commands = new ArrayList<>(stack.copies(file));
    commands.add((variables() + "sam build").strip());
    commands.add(
        "sam deploy --stack-name %s --no-confirm-changeset --parameter-overrides %s"
            .formatted(stack.name(), String.join(" ", parameters())));
    for (Listing listing : listings.all()) {
      commands.add(
          "./pagemark rebuild --stack %s --listing %s".formatted(stack.name(), listing.name()));
    }
    commands.add(alarms());
    commands.add(curl());
    return commands;
  }

  /// The second stack, with the alarms of the first. What its template does not ask for is ignored.
  private String alarms() {
    return """
    aws cloudformation deploy --stack-name %1$s-alarms --template-file deployment/alarms.yaml \
    --parameter-overrides WatchedStack=%1$s AlarmTopicArn=TOPIC_ARN \
    $(aws cloudformation list-stack-resources --stack-name %1$s --output text \
    --query "StackResourceSummaries[].join('=',[LogicalResourceId,PhysicalResourceId])")\
    """
        .formatted(stack.name());
  }

  private String variables() {
    String listed = file.isEmpty() ? "" : "LISTINGS=%s ".formatted(stack.listings(file));
    return kind == Kind.DYNAMODB ? listed + "INDEX=dynamodb " : listed;
  }

  private List<String> parameters() {
    List<String> parameters = new ArrayList<>();
    parameters.add(stack.parameters());
    if (!kind.parameters.isEmpty()) {
      parameters.add(kind.parameters);
    }
    parameters.add("TableStreamArn=" + (hasStream() ? table.stream() : "STREAM_ARN"));
    limits().parameters().forEach((name, value) -> parameters.add(name + "=" + value));
    return parameters;
  }

  private boolean hasStream() {
    return table.fault() == null;
  }

  /// Whether a reader sees a group of its own only.
  public static boolean isForOwners(Listings listings) {
    return listings.byName().values().stream().anyMatch(one -> one.groupClaim() != null);
  }

  /// Asks for a page. A group in a path cannot have all letters, so curl encodes it.
  private String curl() {
    Listing first = listings.byName().firstEntry().getValue();
    int parts = first.definition().group().parts().size();
    return parts == 1
        ? "curl -G 'URL/%s' -d page=2 --data-urlencode 'group=GROUP'".formatted(first.path())
        : "curl 'URL/%s%s?page=2'".formatted(first.path(), "/GROUP".repeat(parts));
  }

  /// What is missing, and what to know, each with what helps.
  ///
  /// @param streamAdvice what helps a table that cannot be followed; empty if it can
  /// @param told what AWS has told
  public List<String> warnings(Optional<String> streamAdvice, List<String> told) {
    List<String> warnings = new ArrayList<>();
    streamAdvice.ifPresent(advice -> warnings.add(advice + ". Then run this again"));
    warnings.addAll(told);
    warnings.add(stack.warning(isForOwners(listings)));
    if (keyArn != null) {
      warnings.add(
          "the table is encrypted with a key of yours: make a policy with kms:Decrypt on %s, and add"
                  .formatted(keyArn)
              + " FunctionPolicyArn=POLICY_ARN");
    }
    warnings.addAll(limits().warnings());
    writes.ifPresent(perSecond -> warnings.addAll(bill(perSecond).lines()));
    if (listings.all().stream().anyMatch(one -> one.definition().hasSeveralEntries())) {
      warnings.add(IndexLoad.SEVERAL);
    }
    warnings.add(
        "TOPIC_ARN is an SNS topic for alarms, URL an output of sam deploy, and GROUP a group of"
            + " yours");
    return warnings;
  }

  private Bill bill(int perSecond) {
    boolean isTables = kind == Kind.DYNAMODB;
    double bytes = kind.taken(listings).stream().mapToDouble(one -> one.bytes(table.items())).sum();
    return new Bill(isTables, listings.all().size(), bytes, perSecond, isTables ? 1 : 0);
  }

  /// The tables of listings, each with its listings.
  public static Map<String, List<String>> tables(Listings listings) {
    return listings.byName().values().stream()
        .collect(
            Collectors.groupingBy(
                listing -> listing.definition().table(),
                LinkedHashMap::new,
                Collectors.mapping(Listing::name, Collectors.toList())));
  }
}
