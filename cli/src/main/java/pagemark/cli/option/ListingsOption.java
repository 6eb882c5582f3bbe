package pagemark.cli.option;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.listing.json.InvalidListingsException;
import pagemark.listing.json.Listings;
import pagemark.local.data.Sample;
import picocli.CommandLine.Option;

/// The option `--listings`: the definitions that a command works with. Without it, the command
/// takes `listings.json` of the working folder, or the sample's listings if there is no such file.
public final class ListingsOption {
  private static final Path HERE = Path.of("listings.json");

  @Option(
      names = "--listings",
      paramLabel = "FILE",
      description = "The listings. Default: ./listings.json if it exists, else the sample's.")
  private @Nullable Path given;

  public boolean isGiven() {
    return given != null;
  }

  /// The file; empty for the sample's listings and for those of the working folder.
  public String file() {
    return given == null ? "" : given.toString();
  }

  /// The option as it was typed; empty if it was not.
  String typed() {
    return given == null ? "" : " --listings " + given;
  }

  /// @param environment fills `${NAME}` in the definitions
  /// @throws CommandException if the file cannot be read, or has mistakes: the message lists them
  ///   all
  public Listings read(Map<String, String> environment) {
    if (given != null) {
      return parse(given, environment);
    }
    return Files.exists(HERE) ? parse(HERE, environment) : Sample.listings(environment);
  }

  /// The listing `name` alone, in all its sorts.
  ///
  /// @throws CommandException if `known` has no listing `name`
  public static Listings only(String name, Listings known) {
    SequencedMap<String, Listing> some = new LinkedHashMap<>();
    sorts(name, known).forEach(listing -> some.put(listing.name(), listing));
    return new Listings(some);
  }

  /// All sorts of the listing `name`, or the one that it names, such as `orders@total`.
  ///
  /// @throws CommandException if `known` has no listing `name`
  public static List<Listing> sorts(String name, Listings known) {
    List<Listing> sorts = known.ofPath(name);
    return sorts.isEmpty() ? List.of(named(name, known)) : sorts;
  }

  /// @throws CommandException if `known` has no listing `name`
  public static Listing named(String name, Listings known) {
    return known
        .find(name)
        .orElseThrow(
            () ->
                new CommandException(
                    "there is no listing %s. Valid listings: %s"
                        .formatted(name, String.join(", ", known.names()))));
  }

  /// @throws CommandException if the file cannot be read, or has mistakes: the message lists them
  ///   all
  public static Listings parse(Path file, Map<String, String> environment) {
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
