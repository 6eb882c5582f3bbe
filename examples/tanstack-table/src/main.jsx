import { createRoot } from "react-dom/client";
import { Client } from "../../../cli/src/main/resources/pagemark/local/page/client.js";
import { Comments } from "./Comments.jsx";

const api = new URLSearchParams(location.search).get("api") ?? "http://localhost:8080";
createRoot(document.getElementById("root")).render(<Comments client={new Client(api)} product="DAFT_PUNK_TSHIRT" />);
