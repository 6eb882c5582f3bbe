package pagemark.listing;

import java.util.List;
import java.util.stream.Collectors;

/// The definitions have mistakes; all of them are named at once.
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
