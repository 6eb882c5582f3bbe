package pagemark.cli;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalAccess;
import pagemark.local.trial.TableEndpoint;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import software.amazon.awssdk.regions.Region;

/// The options of `local` for trying an existing table, which is only read.
final class TriedTableOptions {
  private static final String ENDPOINT = "--dynamodb-endpoint";
  private static final String LISTING = "--listing";

  /// Options for a table that the stack owns, or for data that outlives the stack.
  private static final List<String> OTHERS =
      List.of("--sample", "--data-dir", "--dynamodb-port", "--index");

  @Option(
      names = ENDPOINT,
      paramLabel = "aws|URL",
      description = {
        "Try an existing table at this endpoint (aws: the AWS settings of the environment). It is"
            + " only read; what Pagemark stores stays on this machine."
      })
  private @Nullable String endpoint;

  @Option(
      names = LISTING,
      paramLabel = "NAME",
      description = "The one listing of that table to try (default: all).")
  private @Nullable String listing;

  /// @throws ParameterException if options contradict each other
  void requireSense(CommandSpec spec) {
    if (endpoint == null && listing != null) {
      throw usage(spec, LISTING + " needs " + ENDPOINT + ", which names the endpoint of the table");
    }
    for (String other : OTHERS) {
      if (endpoint != null && spec.commandLine().getParseResult().hasMatchedOption(other)) {
        throw usage(
            spec,
            other
                + " cannot be combined with "
                + ENDPOINT
                + ": the table is only read, and its"
                + " index is not kept");
      }
    }
  }

  private static ParameterException usage(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /// @throws CommandException if there is no such listing
  Listings chosen(Listings all) {
    if (listing == null) {
      return all;
    }
    Listing one = ListingsOption.named(listing, all);
    SequencedMap<String, Listing> chosen = new LinkedHashMap<>();
    chosen.put(listing, one);
    return new Listings(chosen);
  }

  /// The endpoint of the table to try. A server on loopback needs no credentials in the
  /// environment.
  ///
  /// @return null if the stack has a table of its own
  /// @throws CommandException if the option is not a URL
  @Nullable TableEndpoint endpoint(Map<String, String> environment) {
    if (endpoint == null || DynamodbOption.isAws(endpoint)) {
      return endpoint == null ? null : TableEndpoint.AWS;
    }
    URI uri = DynamodbOption.endpoint(endpoint);
    if (!DynamodbOption.isLoopback(uri)) {
      return new TableEndpoint(uri, null, null);
    }
    String region = environment.get("AWS_REGION");
    return new TableEndpoint(
        uri,
        region == null ? LocalAccess.REGION : Region.of(region),
        environment.containsKey("AWS_ACCESS_KEY_ID") ? null : LocalAccess.CREDENTIALS);
  }
}
