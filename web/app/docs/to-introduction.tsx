import { Navigate } from "react-router";

export default function ToIntroduction() {
  return <Navigate to="/payout/introduction" replace />;
}
