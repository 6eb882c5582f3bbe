package pagemark.cli.option;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--writes-per-second`: how much a table is written.
public final class WritesOption {
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
