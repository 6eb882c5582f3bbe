package pagemark.cli.option;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.check.TableEndpoint;
import pagemark.listing.json.Listings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The options of `local` for trying an existing table, which is only read.
public final class TriedTableOptions {
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
  public void requireSense(CommandSpec spec) {
    if (endpoint == null && listing != null) {
      throw usage(spec, LISTING + " needs " + ENDPOINT + ", which names the endpoint of the table");
    }
    for (String other : OTHERS) {
      if (endpoint != null && spec.commandLine().getParseResult().hasMatchedOption(other)) {
        throw usage(
            spec,
            "%s cannot be combined with %s: the table is only read, and its index is not kept"
                .formatted(other, ENDPOINT));
      }
    }
  }

  private static ParameterException usage(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /// @throws CommandException if there is no such listing
  public Listings chosen(Listings all) {
    return listing == null ? all : ListingsOption.only(listing, all);
  }

  /// The endpoint of the table to try. A server on loopback needs no credentials in the
  /// environment.
  ///
  /// @return null if the stack has a table of its own
  /// @throws CommandException if the option is not a URL
  public @Nullable TableEndpoint endpoint(Map<String, String> environment) {
    return endpoint == null ? null : DynamodbOption.tableEndpoint(endpoint, environment);
  }
}
