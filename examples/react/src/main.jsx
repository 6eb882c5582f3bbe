import { createRoot } from "react-dom/client";
import { Orders } from "./Orders.jsx";

createRoot(document.getElementById("root")).render(<Orders customer="alice" />);
