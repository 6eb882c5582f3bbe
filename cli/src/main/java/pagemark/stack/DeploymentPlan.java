package pagemark.stack;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.check.Shown;
import pagemark.check.TableCheck.IndexLoad;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStore.Limits;
import pagemark.index.IndexStores;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.rebuild.RebuildEstimate;
import pagemark.sync.StreamedTable;

/// The commands that bring the listings of one table into AWS, from a checkout or a release.
/// Nothing runs them but the reader.
///
/// @param file the listings file as it was typed; empty for `listings.json`
/// @param kind the kind of index
/// @param table as DynamoDB describes it
/// @param keyArn the customer's key that encrypts the table; null if there is none
/// @param writes the most writes of the table in a second; empty if nobody has said it
public record DeploymentPlan(
    String file,
    Kind kind,
    Listings listings,
    StreamedTable table,
    @Nullable String keyArn,
    OptionalInt writes) {
  private static final String STACK = "pagemark";

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
    List<String> commands = new ArrayList<>();
    commands.add((variables() + "sam build").strip());
    commands.add(
        "sam deploy --no-confirm-changeset --parameter-overrides "
            + String.join(" ", parameters()));
    for (Listing listing : listings.all()) {
      commands.add("./pagemark rebuild --stack %s --listing %s".formatted(STACK, listing.name()));
    }
    commands.add(alarms());
    commands.add(curl());
    return commands;
  }

  /// The second stack, with the alarms of the first. What its template does not ask for is ignored.
  private static String alarms() {
    return """
    aws cloudformation deploy --stack-name %1$s-alarms --template-file deployment/alarms.yaml \
    --parameter-overrides WatchedStack=%1$s AlarmTopicArn=TOPIC_ARN \
    $(aws cloudformation list-stack-resources --stack-name %1$s --output text \
    --query "StackResourceSummaries[].join('=',[LogicalResourceId,PhysicalResourceId])")\
    """
        .formatted(STACK);
  }

  private String variables() {
    String listed = file.isEmpty() ? "" : "LISTINGS=%s ".formatted(file);
    return kind == Kind.DYNAMODB ? listed + "INDEX=dynamodb " : listed;
  }

  private List<String> parameters() {
    List<String> parameters = new ArrayList<>();
    parameters.add(
        isForOwners() ? "AuthMode=jwt JwtIssuer=ISSUER JwtAudience=CLIENT_ID" : "AuthMode=none");
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
  private boolean isForOwners() {
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
  public List<String> warnings(Optional<String> streamAdvice) {
    List<String> warnings = new ArrayList<>();
    streamAdvice.ifPresent(advice -> warnings.add(advice + ". Then run this again"));
    if (isForOwners()) {
      warnings.add(
          "ISSUER and CLIENT_ID are those of your tokens, because a listing has a groupClaim");
    } else {
      warnings.add(
          "AuthMode=none makes the API public. For readers with a token: AuthMode=jwt"
              + " JwtIssuer=ISSUER JwtAudience=CLIENT_ID");
    }
    if (keyArn != null) {
      warnings.add(
          "the table is encrypted with a key of yours: make a policy with kms:Decrypt on %s, and add"
                  .formatted(keyArn)
              + " FunctionPolicyArn=POLICY_ARN");
    }
    warnings.addAll(limits().warnings());
    if (listings.all().stream().anyMatch(one -> one.definition().hasSeveralEntries())) {
      warnings.add(IndexLoad.SEVERAL);
    }
    warnings.add(
        "TOPIC_ARN is an SNS topic for alarms, URL an output of sam deploy, and GROUP a group of"
            + " yours");
    return warnings;
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

  /// Compares what listings take with the limits that the template has by default.
  ///
  /// @param limits of the stack's index, by listing; those of a cache are for all listings together
  /// @param writes the most writes of the table in a second; empty if nobody has said it
  record PlannedLimits(Kind kind, List<Limits> limits, StreamedTable table, OptionalInt writes) {
    /// The template's default.
    private static final int SEGMENTS = 4;

    /// Rebuilds of less time are not worth a line.
    private static final int SECONDS_MIN = 60;

    private static final double GIGABYTE = 1e9;

    /// The parameters that must be above the template's defaults, with their values.
    Map<String, Long> parameters() {
      Map<String, Long> parameters = new LinkedHashMap<>();
      for (Limit limit : kind.limits()) {
        long needed = roundedUp(needed(limit), limit.step());
        if (needed > limit.byDefault()) {
          parameters.put(limit.parameter(), needed);
        }
      }
      return parameters;
    }

    private double needed(Limit limit) {
      return switch (limit.of()) {
        case UNITS_OF_ONE -> loads().stream().mapToDouble(IndexLoad::units).max().orElse(0);
        case UNITS_OF_ALL -> loads().stream().mapToDouble(IndexLoad::units).sum();
        // A rebuild holds two indexes of its listing.
        case GIGABYTES -> {
          List<Double> bytes = limits.stream().map(one -> one.bytes(table.items())).toList();
          double all = bytes.stream().mapToDouble(Double::doubleValue).sum();
          yield (all + bytes.stream().mapToDouble(Double::doubleValue).max().orElse(0)) / GIGABYTE;
        }
      };
    }

    private List<IndexLoad> loads() {
      return limits.stream().map(one -> new IndexLoad(one, table.items(), false, writes)).toList();
    }

    private static long roundedUp(double needed, long step) {
      return (long) Math.ceil(needed / step) * step;
    }

    /// Why each limit is as high as it is, and which figures the user has not given.
    List<String> warnings() {
      List<String> warnings = new ArrayList<>();
      Map<String, Long> parameters = parameters();
      for (Limit limit : kind.limits()) {
        Long needed = parameters.get(limit.parameter());
        if (needed != null) {
          warnings.add(reason(limit, needed));
        }
      }
      RebuildEstimate rebuild =
          RebuildEstimate.of(table.items(), table.bytes(), SEGMENTS, limits.getFirst());
      if (rebuild.seconds() >= SECONDS_MIN) {
        warnings.add(
            "each rebuild reads %s, which takes about %s; more RebuildSegments take less"
                .formatted(
                    Shown.count(table.items(), "item"),
                    Shown.count(rebuild.seconds() / SECONDS_MIN, "minute")));
      }
      if (writes.isEmpty()) {
        warnings.add(busiestMinute());
      }
      return warnings;
    }

    private String reason(Limit limit, long needed) {
      IndexLoad first = loads().getFirst();
      String each = limits.size() == 1 ? "" : " in each of %d indexes".formatted(limits.size());
      String why =
          limit.of() == Limit.Of.GIGABYTES
              ? first.size() + each + ", and a rebuild holds one more"
              : first.work() + each + "; a longer IndexWindowSeconds takes fewer";
      String fits =
          needed <= limit.max()
              ? ""
              : String.format(
                  Locale.ROOT,
                  ", but the template allows %,d: take another --index-kind, or split the table",
                  limit.max());
      return "%s=%d, because %s%s".formatted(limit.parameter(), needed, why, fits);
    }

    /// The units are no fewer than the writes, so they are a safe number.
    private String busiestMinute() {
      Instant now = Instant.now().truncatedTo(ChronoUnit.HOURS);
      return "limits for writes are the template's. To compare them, add --writes-per-second. No"
          + " more than the units of the busiest minute, divided by 60: aws cloudwatch"
          + " get-metric-statistics --namespace AWS/DynamoDB --metric-name"
          + " ConsumedWriteCapacityUnits --dimensions Name=TableName,Value="
          + table.name()
          + " --start-time "
          + now.minus(1, ChronoUnit.DAYS)
          + " --end-time "
          + now
          + " --period 60 --statistics Sum --query 'max(Datapoints[].Sum)'";
    }
  }
}
