package pagemark.cli.option;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import picocli.CommandLine.Option;

/// The option `--index`: the URL of an index that exists already.
public final class IndexOption {
  @Option(
      names = "--index",
      paramLabel = "URL",
      description =
          "The URL of the index, as `local` prints it. Default: INDEX_URL in the environment.")
  private @Nullable String given;

  public boolean isGiven() {
    return given != null;
  }

  /// The option as it was typed, without a password; empty if it was not.
  String typed() {
    return given == null ? "" : " --index " + given.replaceFirst("//[^@/]*@", "//USER:PASSWORD@");
  }

  /// @throws CommandException if there is no URL, or no store that it names
  public IndexStore open(Map<String, String> environment) {
    return openIfGiven(environment)
        .orElseThrow(
            () ->
                new CommandException(
                    "no index URL is given: name it with --index or in INDEX_URL"));
  }

  /// @return empty if there is no URL
  /// @throws CommandException if there is no store that the URL names
  public Optional<IndexStore> openIfGiven(Map<String, String> environment) {
    String url = given == null ? environment.getOrDefault("INDEX_URL", "") : given;
    try {
      return url.isEmpty()
          ? Optional.empty()
          : Optional.of(IndexStores.open(url, IndexSettings.DEFAULT));
    } catch (IllegalArgumentException e) {
      throw new CommandException("--index: " + e.getMessage());
    }
  }

  /// The option `--writes-per-second`: how much a table is written.
  public static final class WritesOption {
    @Option(
        names = "--writes-per-second",
        paramLabel = "N",
        converter = Numbers.Writes.class,
        description =
            "How often the table is written in its busiest second, 1 to 1000000. Compares what that"
                + " takes with the limits of the index.")
    private @Nullable Integer given;

    public OptionalInt value() {
      return given == null ? OptionalInt.empty() : OptionalInt.of(given);
    }
  }
}
