package pagemark.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.listing.InvalidListingsException;
import pagemark.listing.Listing;
import pagemark.listing.Listings;
import pagemark.local.sample.Sample;
import picocli.CommandLine.Option;

/// `--listings`: the definitions that a command works with. Without it they are those of the
/// working folder, else the sample's.
final class ListingsOption {
  private static final String FILE = "listings.json";

  @Option(
      names = "--listings",
      paramLabel = "FILE",
      description = "The listings; else ./listings.json, else the sample's.")
  private @Nullable Path given;

  /// @param environment fills `${NAME}` in them
  /// @param folder the working folder
  /// @throws CommandException where the file cannot be read, or naming all its mistakes
  Listings read(Map<String, String> environment, Path folder) {
    if (given != null) {
      return parse(folder.resolve(given), environment);
    }
    Path here = folder.resolve(FILE);
    return Files.exists(here) ? parse(here, environment) : Sample.listings(environment);
  }

  /// @throws CommandException where there is no listing `name` among them, or as [#read]
  Listing named(String name, Map<String, String> environment, Path folder) {
    return named(name, read(environment, folder));
  }

  /// @throws CommandException where there is no listing `name` among `known`
  static Listing named(String name, Listings known) {
    return known
        .find(name)
        .orElseThrow(
            () ->
                new CommandException(
                    "there is no listing %s; there are %s"
                        .formatted(name, String.join(", ", known.byName().keySet()))));
  }

  private static Listings parse(Path file, Map<String, String> environment) {
    try {
      return Listings.parse(Files.readString(file), environment);
    } catch (InvalidListingsException e) {
      throw new CommandException(
          e.mistakes().stream()
              .map(mistake -> "\n  " + mistake)
              .collect(Collectors.joining("", file + " has mistakes:", "")));
    } catch (NoSuchFileException e) {
      throw new CommandException("there is no listings file " + file);
    } catch (CharacterCodingException e) {
      throw new CommandException("the listings file " + file + " is not UTF-8 text");
    } catch (IOException e) {
      throw new CommandException(
          "the listings file %s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }
}
