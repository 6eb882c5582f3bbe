package pagemark.listing.json;

import java.util.List;
import java.util.stream.Collectors;

/// The listings have mistakes. The message names all of them.
public final class InvalidListingsException extends RuntimeException {
  private final transient List<Mistake> mistakes;

  InvalidListingsException(List<Mistake> mistakes) {
    super(
        mistakes.stream()
            .map(mistake -> "\n  " + mistake)
            .collect(Collectors.joining("", "listings.json has mistakes:", "")));
    this.mistakes = List.copyOf(mistakes);
  }

  public List<Mistake> mistakes() {
    return mistakes;
  }
}
